import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { ViewLinks } from '../../ui/layout/ViewLinks.tsx'

const views = {
  debits: { label: 'Addebiti', to: paths.debits() },
  runs: { label: 'Distinte', to: paths.debitRuns() },
  mandates: { label: 'Mandati', to: paths.mandates() },
} as const

/** The three lists of the section: single debits, files for banks, mandates. */
export const DebitViews = ({ view }: { view: keyof typeof views }) => (
  <ViewLinks wide>
    {Object.entries(views).map(([name, { label, to }]) => (
      <Link
        key={name}
        {...to}
        activeOptions={{ exact: true }}
        aria-current={name === view ? 'page' : undefined}
      >
        {label}
      </Link>
    ))}
  </ViewLinks>
)
