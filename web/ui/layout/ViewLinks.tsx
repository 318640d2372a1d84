import type { ReactNode } from 'react'
import styles from './ViewLinks.module.css'

/** The ways to look at a list, each a link; the current one carries `aria-current`. `wide` reaches the edges of a list's page. */
export const ViewLinks = ({ wide = false, children }: { wide?: boolean; children: ReactNode }) => (
  <nav className={`${styles.views} ${wide ? styles.wide : ''}`} aria-label="Viste">
    {children}
  </nav>
)
