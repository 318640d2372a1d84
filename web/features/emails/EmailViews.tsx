import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { ViewLinks } from '../../ui/layout/ViewLinks.tsx'

type View = 'emails' | 'suppressed' | 'bounces'

/** The lists about mails, as links. */
export const EmailViews = ({ current }: { current: View }) => (
  <ViewLinks wide>
    {(
      [
        ['emails', paths.emails(), 'E-mail'],
        ['suppressed', paths.suppressedAddresses(), 'Indirizzi soppressi'],
        ['bounces', paths.bounces(), 'Rapporti ricevuti'],
      ] as const
    ).map(([view, to, label]) => (
      <Link
        key={view}
        {...to}
        activeOptions={{ exact: true }}
        aria-current={view === current ? 'page' : undefined}
      >
        {label}
      </Link>
    ))}
  </ViewLinks>
)
