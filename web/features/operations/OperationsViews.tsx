import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { ViewLinks } from '../../ui/layout/ViewLinks.tsx'

type View = 'checks' | 'failedJobs' | 'stuckAttempts' | 'providerEvents'

/** The pages of Operazioni, from each of them. */
export const OperationsViews = ({ current }: { current: View }) => (
  <ViewLinks wide>
    {(
      [
        ['checks', paths.operations(), 'Controlli'],
        ['failedJobs', paths.failedJobs({ state: 'failed' }), 'Lavori falliti'],
        ['stuckAttempts', paths.stuckAttempts(), 'Pagamenti senza esito'],
        ['providerEvents', paths.providerEvents({ state: 'waiting' }), 'Eventi del provider'],
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
