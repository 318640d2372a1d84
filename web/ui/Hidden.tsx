import type { ReactNode } from 'react'
import styles from './Hidden.module.css'

/** Text for screen readers only; `id` lets something be described by it. */
export const Hidden = ({ id, children }: { id?: string; children: ReactNode }) => (
  <span id={id} className={styles.hidden}>
    {children}
  </span>
)
