import { formatEuro } from '@saldo/domain/money'
import styles from './Reports.module.css'

export type BarRow = {
  id: string
  label: string
  /** The length of the bar: cents, or what `text` says. */
  value: number
  text?: string
  note?: string
}

/** Horizontal bars from zero, each with its name and its figure: a chart and, for screen readers, a list. */
export function BarList({ label, rows, color }: { label: string; rows: readonly BarRow[]; color?: 'late' }) {
  const longest = Math.max(1, ...rows.map(({ value }) => value))
  return (
    <ul className={styles.bars} aria-label={label}>
      {rows.map(({ id, label, value, text, note }) => (
        <li key={id}>
          <span className={styles.barName}>{label}</span>
          <span className={styles.track} aria-hidden>
            <i style={{ width: `${(Math.max(0, value) / longest) * 100}%` }} data-color={color} />
          </span>
          <span className={styles.barValue}>
            {text ?? formatEuro(value)}
            {note && <small>{note}</small>}
          </span>
        </li>
      ))}
    </ul>
  )
}
