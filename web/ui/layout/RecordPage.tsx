import type { ReactNode } from 'react'
import styles from './RecordPage.module.css'
import { VisuallyHidden } from './VisuallyHidden.tsx'

/**
 * A record's own page: the link back to its list (`list`), its title, then its content. `titled`: the content renders
 * the heading.
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
      <Crumbs list={list} name={name} />
      {!titled && (
        <VisuallyHidden>
          <h1>{tabTitle}</h1>
        </VisuallyHidden>
      )}
      {children}
    </div>
  )
}

/** The link back to the list, and the name of the page. */
export const Crumbs = ({ list, name }: { list: ReactNode; name: string }) => (
  <nav className={styles.crumbs} aria-label="Percorso" data-print="away">
    {list}
    <span aria-hidden>/</span>
    <span aria-current="page">{name}</span>
  </nav>
)

/** The wide column and the one of 300 px, side by side, or one below the other on narrow screens. */
export const RecordColumns = ({ main, side }: { main: ReactNode; side: ReactNode }) => (
  <div className={styles.columns}>
    <div className={styles.main}>{main}</div>
    <div className={styles.side}>{side}</div>
  </div>
)
