import type { ReactNode } from 'react'
import { scrollToCurrent } from './scroll-to-current.ts'
import styles from './ViewLinks.module.css'

/** The views of a list as links; the current one has `aria-current`. `wide`: as wide as a list's page. */
export const ViewLinks = ({ wide = false, children }: { wide?: boolean; children: ReactNode }) => (
  <nav ref={scrollToCurrent} className={`${styles.views} ${wide ? styles.wide : ''}`} aria-label="Viste">
    {children}
  </nav>
)
