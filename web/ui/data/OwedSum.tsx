import type { ComponentProps, ReactNode } from 'react'
import { Facts } from './Facts.tsx'
import styles from './OwedSum.module.css'

/** A sum that is still owed: label and state, amount, progress lines if any, and details. */
export const OwedSum = ({
  label,
  states,
  amount,
  lines,
  rows,
}: {
  label: string
  states: ReactNode
  amount: ReactNode
  lines?: ReactNode
} & ComponentProps<typeof Facts>) => (
  <div>
    <div className={styles.head}>
      <span className={styles.label}>{label}</span>
      {states}
    </div>
    {amount}
    <div className={styles.under}>{lines}</div>
    <Facts rows={rows} />
  </div>
)
