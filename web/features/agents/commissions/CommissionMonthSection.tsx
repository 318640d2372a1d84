import { formatDate, formatDateTime } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { formatMonth } from '@saldo/domain/payments/commissions'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { paths } from '../../../paths.ts'
import { Facts } from '../../../ui/data/Facts.tsx'
import { StateLabel } from '../../../ui/data/StateLabel.tsx'
import { QueryError } from '../../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../../ui/feedback/Skeleton.tsx'
import links from '../../../ui/layout/Links.module.css'
import rows from '../../../ui/layout/RowList.module.css'
import { Section } from '../../../ui/layout/Section.tsx'
import styles from '../Agents.module.css'
import { type Agent, type CommissionMonth, commissionQuery } from '../agent-query.ts'
import { stateOf } from '../agent-words.ts'
import { CommissionLines } from './CommissionLines.tsx'
import { MonthActions } from './MonthActions.tsx'

/** A month of an agent: total, commissions by customer, and what is still to do. */
export function CommissionMonthSection({ agent, month }: { agent: Agent; month: string }) {
  const { data: shown, ...query } = useQuery(commissionQuery(agent.agent_id, month))
  return (
    <Section
      title={`Provvigioni di ${formatMonth(month)}`}
      action={
        <Link {...paths.agentPage(agent.agent_id, 'provvigioni')} className={links.link}>
          Tutti i mesi
        </Link>
      }
    >
      {query.isError ? (
        <QueryError
          error={query.error}
          what="Non riesco a mostrare il mese"
          onRetry={() => void query.refetch()}
        />
      ) : !shown ? (
        <Loading what="il mese">
          <TextSkeleton lines={6} />
        </Loading>
      ) : (
        <div className={styles.form}>
          <div className={styles.sums}>
            <StateLabel state={stateOf(shown)} tinted />
            <MonthActions agent={agent} month={shown} />
          </div>
          {shown.status === 'running' && (
            <p className={rows.dim}>Il mese non è finito: questi sono gli importi fino a oggi.</p>
          )}
          <Facts rows={factsOf(shown)} />
          <CommissionLines month={shown} />
        </div>
      )}
    </Section>
  )
}

const factsOf = (month: CommissionMonth): [string, string | null][] => [
  ['Commissioni trattenute', formatEuro(month.fees_cents)],
  ['Restituite con i rimborsi', month.reversed_cents === 0 ? null : formatEuro(-month.reversed_cents)],
  ['Base', month.reversed_cents === 0 ? null : formatEuro(month.base_cents)],
  ['Provvigione', formatEuro(month.commission_cents)],
  ['Chiuso', month.closed_at && formatDateTime(month.closed_at)],
  ['Pagata', month.paid_on && `il ${formatDate(month.paid_on)}, ${month.reference}`],
]
