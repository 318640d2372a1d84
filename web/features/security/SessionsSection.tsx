import { Button } from '@mantine/core'
import { formatDateTime } from '@saldo/domain/dates'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type Reply } from '../../api.ts'
import { errorSentence } from '../../api-error.ts'
import { queries } from '../../session/queries.ts'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { alertToast } from '../../ui/feedback/toast.ts'
import { Section } from '../../ui/layout/Section.tsx'
import styles from './Security.module.css'

const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => api('GET /v1/sessions', { signal }),
  staleTime: 0,
})
type Session = Reply<'GET /v1/sessions'>[number]

/** The user's sessions, which can be ended from here. */
export function SessionsSection() {
  const { data: sessions, ...query } = useQuery(sessionsQuery)
  const [ending, setEnding] = useState<number | 'others' | null>(null)
  const end = async (which: number | 'others') => {
    setEnding(which)
    try {
      if (which === 'others') await api('DELETE /v1/sessions')
      else await api('DELETE /v1/sessions/{id}', { params: { id: which } })
      alertToast(
        which === 'others' ? 'Sei uscito da tutti gli altri dispositivi.' : 'Sei uscito da lì.',
        'success',
      )
    } catch (error) {
      alertToast(errorSentence(error, 'Operazione non riuscita. Riprova fra poco.'), 'danger')
    }
    await queries.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    setEnding(null)
  }
  return (
    <Section
      title="Sessioni aperte"
      action={
        sessions && sessions.length > 2 ? (
          <Button variant="default" loading={ending === 'others'} onClick={() => void end('others')}>
            Esci da tutte le altre
          </Button>
        ) : undefined
      }
    >
      <p className={styles.about}>
        I dispositivi su cui sei entrato. Se non ne riconosci uno, esci da lì e cambia la password.
      </p>
      {query.isPending && (
        <Loading what="le sessioni aperte">
          <TextSkeleton lines={3} />
        </Loading>
      )}
      {query.isError && (
        <QueryError
          error={query.error}
          what="Non riesco a mostrare le sessioni aperte"
          onRetry={() => void query.refetch()}
        />
      )}
      {sessions && (
        <ul className={styles.rows} aria-label="Sessioni aperte">
          {sessions.map((session) => (
            <li key={session.session_id} className={styles.row}>
              <div>
                <div className={styles.name}>
                  {session.device}
                  {session.is_this && <span className={styles.here}> · questo dispositivo</span>}
                </div>
                <div className={styles.since}>{history(session)}</div>
              </div>
              {!session.is_this && (
                <Button
                  variant="default"
                  aria-label={`Esci da ${session.device}, aperta il ${formatDateTime(session.created_at)}`}
                  loading={ending === session.session_id}
                  onClick={() => void end(session.session_id)}
                >
                  Esci
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

const history = ({ address, created_at, used_at }: Session) =>
  [
    address && `Da ${address}`,
    `aperta il ${formatDateTime(created_at)}`,
    `usata il ${formatDateTime(used_at)}`,
  ]
    .filter(Boolean)
    .join(', ')
