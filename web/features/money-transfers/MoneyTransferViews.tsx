import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { ViewLinks } from '../../ui/layout/ViewLinks.tsx'

/** What waits for a second person, all transfers, and the balances. */
export const MoneyTransferViews = ({ current }: { current: 'waiting' | 'all' | 'balances' | null }) => (
  <ViewLinks wide>
    <Link
      {...paths.moneyTransfers({ state: 'requested' })}
      activeOptions={{ exact: true }}
      aria-current={current === 'waiting' ? 'page' : undefined}
    >
      Da approvare
    </Link>
    <Link
      {...paths.moneyTransfers()}
      activeOptions={{ exact: true }}
      aria-current={current === 'all' ? 'page' : undefined}
    >
      Tutti
    </Link>
    <Link {...paths.movableBalances()} aria-current={current === 'balances' ? 'page' : undefined}>
      Saldi presso il provider
    </Link>
  </ViewLinks>
)
