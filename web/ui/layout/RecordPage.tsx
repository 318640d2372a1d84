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
  fills = false,
  children,
}: {
  list: ReactNode
  name: string
  tabTitle: string
  titled?: boolean
  /** Uses the whole window, as records do; forms keep a readable width. */
  fills?: boolean
  children: ReactNode
}) {
  return (
    <div className={styles.page} data-fills={fills || undefined}>
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

/**
 * The wide column and the one at its side, or one below the other on narrow screens. On wide screens `story`, what
 * happened to the record, has a third column; else it ends the wide one.
 */
export const RecordColumns = ({
  main,
  side,
  story,
}: {
  main: ReactNode
  side: ReactNode
  story?: ReactNode
}) => (
  <div className={styles.around}>
    <div className={styles.columns} data-story={story ? true : undefined}>
      <div className={styles.main}>{main}</div>
      {story && <div className={styles.story}>{story}</div>}
      <div className={styles.side}>{side}</div>
    </div>
  </div>
)
