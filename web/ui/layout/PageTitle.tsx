import type { ReactNode } from 'react'
import { Help } from '../help/Help.tsx'
import type { HelpTopic } from '../help/help-texts.ts'
import styles from './PageTitle.module.css'

/** A page's title, its totals (`summary`), and its actions on the right. `help` explains a word of the page. */
export function PageTitle({
  title,
  summary,
  actions,
  help,
}: {
  title: ReactNode
  summary?: ReactNode
  actions?: ReactNode
  help?: HelpTopic
}) {
  return (
    <header className={styles.head}>
      <div className={styles.words}>
        <div className={styles.line}>
          <h1 className={styles.title}>{title}</h1>
          {help && <Help topic={help} />}
        </div>
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
