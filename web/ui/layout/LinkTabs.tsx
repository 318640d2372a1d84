import type { ReactNode, Ref } from 'react'
import styles from './LinkTabs.module.css'

/** A row of links to the parts of a page, drawn as tabs; the open one has `aria-current`. */
export const LinkTabs = ({
  ref,
  label,
  children,
}: {
  ref?: Ref<HTMLElement>
  label: string
  children: ReactNode
}) => (
  <nav ref={ref} className={styles.tabs} aria-label={label} data-print="away">
    {children}
  </nav>
)
