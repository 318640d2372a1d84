import { leftOutWords } from '@saldo/domain/arrears/reminder-plan'
import { formatEuro } from '@saldo/domain/money'
import { formatCountOf } from '../../ui/grid/list.ts'
import styles from './Reminders.module.css'
import type { Preview } from './reminder-query.ts'

const words = { one: 'bolletta', many: 'bollette' }

/** The bills that no letter asks for: how many for each reason, and which. */
export function LeftOut({ preview: { left_out, rows } }: { preview: Preview }) {
  if (left_out.length === 0) return null
  return (
    <div>
      <ul className={styles.reasons} aria-label="Chi resta fuori">
        {left_out.map(({ reason, count }) => (
          <li key={reason}>
            {formatCountOf(count, words)}: {leftOutWords[reason]}
          </li>
        ))}
      </ul>
      {rows.length > 0 && (
        <details className={styles.who}>
          <summary>Vedi quali</summary>
          <ul className={styles.reasons}>
            {rows.map(({ bill_id, bill_number, subject_nominative, overdue, reason }) => (
              <li key={bill_id}>
                {subject_nominative}, {bill_number}
                {overdue > 0 && `, ${formatEuro(overdue)} scaduti`}: {leftOutWords[reason]}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
