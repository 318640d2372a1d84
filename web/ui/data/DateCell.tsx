import { formatDate, relativeDay, today } from '@saldo/domain/dates'
import styles from './DateCell.module.css'

/** A day (`yyyy-mm-dd`) with the relative day below; null renders nothing. */
export function DateCell({ day }: { day: string | null }) {
  if (!day) return null
  return (
    <time dateTime={day} className={styles.date}>
      <span>{formatDate(day)}</span>
      <span className={styles.relative} data-print="away">
        {relativeDay(day, today())}
      </span>
    </time>
  )
}
