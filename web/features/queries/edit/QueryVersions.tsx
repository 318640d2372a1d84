import { Button } from '@mantine/core'
import { formatDateTime } from '@saldo/domain/dates'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { StateLabel } from '../../../ui/data/StateLabel.tsx'
import { Loading, TextSkeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { lazyWithRetry } from '../../../ui/lazy-with-retry.ts'
import { queryAuthorsQuery, type SavedQueryDetail } from '../queries-query.ts'
import { versionStates } from '../query-words.ts'
import styles from './Edit.module.css'

const SqlDifference = lazyWithRetry(async () => ({
  default: (await import('./SqlEditor.tsx')).SqlDifference,
}))

/** All versions, the newest first, each with what changed since the one before. */
export function QueryVersions({ query: { versions } }: { query: SavedQueryDetail }) {
  const [open, setOpen] = useState<number | null>(null)
  const { data: authors } = useQuery(queryAuthorsQuery)
  const namesOf = (ids: number[]) =>
    ids
      .map((id) => authors?.people.find(({ user_id }) => user_id === id)?.nominative ?? 'chi non c’è più')
      .join(', ')
  return (
    <Section title="Versioni">
      <ol className={styles.versions}>
        {versions.map((each, at) => {
          const before = versions[at + 1]
          return (
            <li key={each.version}>
              <div className={styles.acts}>
                <strong>Versione {each.version}</strong>
                <StateLabel state={versionStates[each.state]} />
                <span className={styles.hint}>
                  {each.written_by.nominative}, {formatDateTime(each.created_at)}
                  {each.decided_by &&
                    each.decided_at &&
                    ` · decisa da ${each.decided_by.nominative}, ${formatDateTime(each.decided_at)}`}
                </span>
                <Button
                  variant="default"
                  size="xs"
                  aria-expanded={open === each.version}
                  onClick={() => setOpen(open === each.version ? null : each.version)}
                >
                  {before ? 'Cosa cambia' : 'Il testo'}
                </Button>
              </div>
              {each.note && <p className={styles.said}>{each.note}</p>}
              <p className={styles.said}>
                La esegue: {each.runnable_by ? namesOf(each.runnable_by) || 'nessuno' : 'tutto il backoffice'}
              </p>
              {each.reason && <p className={styles.said}>Motivo: {each.reason}</p>}
              {open === each.version && (
                <Suspense
                  fallback={
                    <Loading what="il testo">
                      <TextSkeleton lines={4} />
                    </Loading>
                  }
                >
                  <SqlDifference before={before?.text ?? each.text} after={each.text} />
                </Suspense>
              )}
            </li>
          )
        })}
      </ol>
    </Section>
  )
}
