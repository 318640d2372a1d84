import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { ViewLinks } from '../../ui/layout/ViewLinks.tsx'

const views = {
  flows: { label: 'Flussi', to: paths.flows() },
  notices: { label: 'Avvisi MAV e RiBa', to: paths.notices() },
} as const

/** The two lists of the section: files exchanged with banks, and the notices that went out by them. */
export const FlowViews = ({ view }: { view: keyof typeof views }) => (
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
