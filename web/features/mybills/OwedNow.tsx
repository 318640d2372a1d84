import { inAll } from '@saldo/domain/bills/owed'
import { formatLongDate, relativeDay } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { DataTransferBoth, WarningTriangle } from 'iconoir-react'
import { paths } from '../../paths.ts'
import { PublicAmount } from '../../ui/data/Amount.tsx'
import { PaymentProgress } from '../../ui/data/PaymentProgress.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Bar, Loading } from '../../ui/feedback/Skeleton.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import { useDueForOthers } from '../delegations/delegations-query.ts'
import { dueByPerson } from './due-by-person.ts'
import { type MyOwed, myOwedQuery } from './my-bills-query.ts'
import styles from './OwedNow.module.css'

/**
 * Opens the home: what the resident owes now in one figure, the one button that pays it, what is late and what comes. For whoever
 * pays for others, a line names each sum, never added up.
 */
export function OwedNow() {
  const { data: owed, ...query } = useQuery(myOwedQuery)
  const others = useDueForOthers()
  if (query.isPending) return <Ghost />
  if (!owed)
    return (
      <QueryError
        error={query.error}
        what="Non riesco a mostrare quanto devi"
        onRetry={() => void query.refetch()}
      />
    )
  const byPerson = dueByPerson(owed.has_bills ? owed.due_now : null, others)
  if (!owed.has_bills && !byPerson) return null
  return (
    <section className={styles.owed} aria-label="Da pagare ora">
      {byPerson && <p className={styles.dim}>{byPerson}</p>}
      {owed.has_bills && (owed.due_now > 0 ? <Due owed={owed} /> : <Done />)}
    </section>
  )
}

function Due({ owed }: { owed: MyOwed }) {
  const { due_now, payable_now, pending, overdue, late_since, next, today } = owed
  const all = inAll(owed)
  return (
    <>
      <p className={styles.label}>Da pagare ora</p>
      <p className={styles.amount}>
        <PublicAmount cents={due_now} />
      </p>
      {all && <p className={styles.dim}>{all}</p>}
      <ul className={styles.facts}>
        {late_since && (
          <li data-tone="late">
            <Icon of={WarningTriangle} size={20} />
            <span>
              <strong>Scaduto {formatEuro(overdue)}</strong> dal {formatLongDate(late_since)},{' '}
              {relativeDay(late_since, today)}
            </span>
          </li>
        )}
        {next && (
          <li>
            <span>
              Prossima scadenza {formatEuro(next.amount)} entro {formatLongDate(next.due_date)},{' '}
              {relativeDay(next.due_date, today)}
            </span>
          </li>
        )}
        {pending > 0 && (
          <li data-tone="moving">
            <Icon of={DataTransferBoth} size={20} />
            <span>
              <strong>In corso {formatEuro(pending)}</strong>: la banca deve ancora rispondere. Non ripagarli.
            </span>
          </li>
        )}
      </ul>
      {payable_now > 0 && (
        <Link {...paths.payDue()} className={styles.pay}>
          Paga {formatEuro(payable_now)}
        </Link>
      )}
    </>
  )
}

const Done = () => (
  <>
    <h2 className={styles.done}>Fatto. Non devi altro.</h2>
    <div className={styles.lines}>
      <PaymentProgress due={1} received={1} state="settled" thick toPayer />
    </div>
  </>
)

const Ghost = () => (
  <Loading what="quanto devi">
    <div className={styles.ghost}>
      <Bar width={110} height={20} />
      <Bar width="60%" height={54} />
      <Bar width="80%" height={20} />
      <Bar height={56} />
    </div>
  </Loading>
)
