import type { ReactNode } from 'react'
import styles from './RecordPage.module.css'
import { VisuallyHidden } from './VisuallyHidden.tsx'

/**
 * A record's own page: the way back to its list (`list`, a link) and its name, then what it holds. `titled`:
 * that brings the page's heading.
 */
export function RecordPage({
  list,
  name,
  tabTitle,
  titled = true,
  children,
}: {
  list: ReactNode
  name: string
  tabTitle: string
  titled?: boolean
  children: ReactNode
}) {
  return (
    <div className={styles.page}>
      <title>{`${tabTitle} · Saldo`}</title>
      <nav className={styles.crumbs} aria-label="Percorso" data-print="away">
        {list}
        <span aria-hidden>/</span>
        <span aria-current="page">{name}</span>
      </nav>
      {!titled && (
        <VisuallyHidden>
          <h1>{tabTitle}</h1>
        </VisuallyHidden>
      )}
      {children}
    </div>
  )
}

/** The wide column and, beside it or below on narrow screens, the one of 300 px. */
export const RecordColumns = ({ main, side }: { main: ReactNode; side: ReactNode }) => (
  <div className={styles.columns}>
    <div className={styles.main}>{main}</div>
    <div className={styles.side}>{side}</div>
  </div>
)
