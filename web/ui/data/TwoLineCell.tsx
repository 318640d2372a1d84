import type { ReactNode } from 'react'
import styles from './TwoLineCell.module.css'

/** A grid cell of two lines: a name, and below it what tells it apart. */
export function TwoLineCell({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <span className={styles.cell}>
      <span className={styles.first}>{first}</span>
      <span className={styles.second}>{second}</span>
    </span>
  )
}
