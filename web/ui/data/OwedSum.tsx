import type { ComponentProps, ReactNode } from 'react'
import { Facts } from './Facts.tsx'
import styles from './OwedSum.module.css'

/** A sum that is still owed: what it is and how it stands, the amount, its lines where it has any, what it is made of. */
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
