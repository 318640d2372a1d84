import type { ReactNode } from 'react'
import { fullText } from './full-text.ts'
import styles from './TwoLineCell.module.css'

/** A grid cell of two lines: a name, and below it what tells it apart. A text that is cut is read in full on hover. */
export function TwoLineCell({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <span className={styles.cell}>
      <span className={styles.first} title={fullText(first)}>
        {first}
      </span>
      <span className={styles.second} title={fullText(second)}>
        {second}
      </span>
    </span>
  )
}
