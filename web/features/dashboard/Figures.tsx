import { formatEuro } from '@saldo/domain/money'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { billStates } from '../../ui/data/states.ts'
import { formatCountOf } from '../../ui/grid/list.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import type { Dashboard } from './dashboard-query.ts'
import styles from './Figures.module.css'
import { billsDueWithinMonth, overdueBills, paymentsOfToday, paymentsUnderWay } from './figure-links.ts'

const bills = { one: 'bolletta', many: 'bollette' }
const payments = { one: 'pagamento', many: 'pagamenti' }

/** Four figures, or those the user may see, each a link to its list. `own`: a resident's, without links. */
export function Figures({ dashboard, own = false }: { dashboard: Dashboard; own?: boolean }) {
  const { overdue, due_soon, collected_today, under_way } = dashboard
  return (
    <ul className={styles.figures} aria-label="In breve">
      {overdue && (
        <Figure
          label="Scaduto"
          amount={overdue.amount}
          link={!own && overdueBills()}
          foot={
            <span className={styles.foot} data-danger={overdue.count > 0 || undefined}>
              {overdue.count > 0 && <Icon of={billStates.overdue.icon} />}
              {formatCountOf(overdue.count, bills)}
            </span>
          }
        />
      )}
      {due_soon && (
        <Figure
          label="In scadenza, 30 giorni"
          amount={due_soon.amount}
          link={!own && billsDueWithinMonth()}
          foot={<span className={styles.foot}>{formatCountOf(due_soon.count, bills)}</span>}
        />
      )}
      {collected_today && (
        <Figure
          label={own ? 'Pagato oggi' : 'Incassi netti di oggi'}
          amount={collected_today.amount}
          link={!own && paymentsOfToday()}
          foot={<span className={styles.foot}>{formatCountOf(collected_today.count, payments)}</span>}
        />
      )}
      {under_way && (
        <Figure
          label="In corso"
          amount={under_way.amount}
          link={!own && paymentsUnderWay()}
          foot={<span className={styles.foot}>{formatCountOf(under_way.count, payments)}</span>}
        />
      )}
    </ul>
  )
}

type ListLink = ReturnType<typeof overdueBills | typeof paymentsOfToday>

function Figure({
  label,
  amount,
  foot,
  link,
}: {
  label: string
  amount: number
  foot: ReactNode
  link: ListLink | false
}) {
  const inside = (
    <>
      <span className={styles.label}>{label}</span>
      <span className={styles.amount}>{formatEuro(amount)}</span>
      {foot}
    </>
  )
  return (
    <li>
      {link ? (
        <Link {...link} className={styles.figure}>
          {inside}
        </Link>
      ) : (
        <div className={styles.figure}>{inside}</div>
      )}
    </li>
  )
}
