import { formatDateTime } from '@saldo/domain/dates'
import type { ReactNode } from 'react'
import { Icon, type IconShape } from '../icons/Icon.tsx'
import type { Tone } from './states.ts'
import styles from './Timeline.module.css'

/** One event: when (ISO 8601 instant), by whom, what; newest first. */
export type TimelineEntry = {
  id: string | number
  icon: IconShape
  tone: Tone
  what: string
  detail?: ReactNode
  at: string
  /** Left out: not known. */
  who?: string | undefined
}

export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <ol className={styles.timeline}>
      {entries.map(({ id, icon, tone, what, detail, at, who }) => (
        <li key={id} className={styles.entry}>
          <Icon of={icon} style={{ color: `var(--saldo-${tone})` }} />
          <div>
            <strong>{what}</strong> {detail}
            <div className={styles.when}>
              <time dateTime={at}>{formatDateTime(at)}</time>
              {who && ` · ${who}`}
            </div>
          </div>
        </li>
      ))}
    </ol>
  )
}
