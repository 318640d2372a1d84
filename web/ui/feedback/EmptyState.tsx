import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'

/** An empty state: the logo with its second line dashed, why there is nothing, and the next step. */
export function EmptyState({
  title,
  children,
  action,
}: {
  title: string
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className={styles.empty}>
      <OpenMark />
      <h2 className={styles.title}>{title}</h2>
      {children && <p className={styles.why}>{children}</p>}
      {action}
    </div>
  )
}

function OpenMark() {
  return (
    <svg width="120" height="24" viewBox="0 0 120 24" aria-hidden focusable="false" className={styles.mark}>
      <rect x="30" y="0" width="90" height="8" fill="var(--saldo-due)" />
      <rect
        x="0.5"
        y="16.5"
        width="90"
        height="7"
        fill="none"
        stroke="var(--saldo-field)"
        strokeDasharray="3 3"
      />
    </svg>
  )
}
