import type { ReactNode } from 'react'
import styles from './VisuallyHidden.module.css'

/** Text for screen readers only; `id` for `aria-describedby`. */
export const VisuallyHidden = ({ id, children }: { id?: string; children: ReactNode }) => (
  <span id={id} className={styles.hidden}>
    {children}
  </span>
)
