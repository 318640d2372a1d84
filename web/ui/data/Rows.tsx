import type { ReactNode } from 'react'
import styles from './Rows.module.css'

type Row = {
  id: number | string
  name: ReactNode
  when: ReactNode
  amount: ReactNode
  lines?: ReactNode
  state: ReactNode
}

/** A few records in a section: name, day, amount, progress lines, state; on phones the name left, the rest right. */
export function Rows({ label, none, rows }: { label: string; none: ReactNode; rows: readonly Row[] }) {
  if (rows.length === 0) return typeof none === 'string' ? <p className={styles.none}>{none}</p> : none
  return (
    <ul className={styles.rows} aria-label={label}>
      {rows.map(({ id, name, when, amount, lines, state }) => (
        <li key={id} className={styles.row}>
          <div className={styles.name}>{name}</div>
          <div className={styles.when}>{when}</div>
          <div className={styles.amount}>{amount}</div>
          <div className={styles.lines}>{lines}</div>
          <div className={styles.state}>{state}</div>
        </li>
      ))}
    </ul>
  )
}
