import { formatEuro } from '@saldo/domain/money'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { billStates } from '../../ui/data/states.ts'
import { formatCountOf } from '../../ui/grid/list.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import type { Dashboard } from './dashboard-query.ts'
import styles from './Figures.module.css'
import type { FigureLink, FigureLinks } from './figure-links.ts'

const bills = { one: 'bolletta', many: 'bollette' }
const payments = { one: 'pagamento', many: 'pagamenti' }

/** Four figures, or those the user may see, each a link to its list. Without `links`: a resident's. */
export function Figures({ dashboard, links }: { dashboard: Dashboard; links?: FigureLinks }) {
  const { overdue, due_soon, collected_today, corrected_today, under_way } = dashboard
  return (
    <ul className={styles.figures} aria-label="In breve">
      {overdue && (
        <Figure
          label="Scaduto"
          amount={overdue.amount}
          link={links?.overdueBills()}
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
          link={links?.billsFallingDue()}
          foot={<span className={styles.foot}>{formatCountOf(due_soon.count, bills)}</span>}
        />
      )}
      {collected_today && (
        <Figure
          label={links ? 'Incassi netti di oggi' : 'Pagato oggi'}
          amount={collected_today.amount}
          link={links?.paymentsOfToday()}
          foot={
            <span className={styles.foot}>
              {formatCountOf(collected_today.count, payments)}
              {corrected_today && corrected_today.count > 0
                ? ` · rettifiche di altri giorni ${formatEuro(corrected_today.amount)}`
                : ''}
            </span>
          }
        />
      )}
      {under_way && (
        <Figure
          label="In corso"
          amount={under_way.amount}
          link={links?.paymentsUnderWay()}
          foot={<span className={styles.foot}>{formatCountOf(under_way.count, payments)}</span>}
        />
      )}
    </ul>
  )
}

function Figure({
  label,
  amount,
  foot,
  link,
}: {
  label: string
  amount: number
  foot: ReactNode
  link: FigureLink | undefined
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
