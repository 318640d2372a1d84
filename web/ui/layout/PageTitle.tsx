import type { ReactNode } from 'react'
import styles from './PageTitle.module.css'

/** A page's title, its totals (`summary`), and its actions on the right. */
export function PageTitle({
  title,
  summary,
  actions,
}: {
  title: ReactNode
  summary?: ReactNode
  actions?: ReactNode
}) {
  return (
    <header className={styles.head}>
      <div>
        <h1 className={styles.title}>{title}</h1>
        {summary && <div className={styles.summary}>{summary}</div>}
      </div>
      {actions && (
        <div className={styles.actions} data-print="away">
          {actions}
        </div>
      )}
    </header>
  )
}
