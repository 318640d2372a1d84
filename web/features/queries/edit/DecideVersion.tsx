import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../../api.ts'
import { errorSentence } from '../../../api-error.ts'
import { paths } from '../../../paths.ts'
import { meQuery, queries } from '../../../session/queries.ts'
import { alertToast } from '../../../ui/feedback/toast.ts'
import { LongTextField } from '../../../ui/form/text-fields.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { type SavedQueryDetail, savedQueryQuery } from '../queries-query.ts'
import styles from './Edit.module.css'

/** What may be decided about the newest version: its author submits it, another one approves or rejects it. */
export function DecideVersion({ query }: { query: SavedQueryDetail }) {
  const { data: me } = useQuery(meQuery)
  const navigate = useNavigate()
  const [asking, setAsking] = useState<'reject' | 'archive' | null>(null)
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  if (!query.is_author || query.archived_at !== null) return null
  const newest = query.versions[0]
  const mine = newest?.written_by.user_id === me?.user_id
  const call = { params: { id: query.query_id } }
  const version = query.newest

  const act = async (work: () => Promise<SavedQueryDetail | undefined>, said: string) => {
    setBusy(true)
    try {
      const changed = await work()
      if (changed) queries.setQueryData(savedQueryQuery(query.query_id).queryKey, changed)
      setAsking(null)
      alertToast(said, 'success')
      await queries.invalidateQueries({ queryKey: ['queries'] })
    } catch (error) {
      alertToast(errorSentence(error, 'Riprova fra poco.'), 'danger')
      void queries.invalidateQueries({ queryKey: ['queries'] })
    }
    setBusy(false)
  }

  return (
    <div className={styles.acts}>
      {query.newest_state === 'draft' && (
        <Button
          loading={busy}
          onClick={() =>
            void act(
              () => api('POST /v1/queries/{id}/submit', { ...call, body: { version } }),
              'Chiesta l’approvazione: la dà un altro autore.',
            )
          }
        >
          Chiedi l’approvazione
        </Button>
      )}
      {query.why_not_approve !== null && <p className={styles.hint}>{query.why_not_approve}</p>}
      {query.newest_state === 'submitted' && query.why_not_approve === null && (
        <Button
          loading={busy}
          onClick={() =>
            void act(
              () => api('POST /v1/queries/{id}/approve', { ...call, body: { version } }),
              `Versione ${version} approvata: ora si esegue questa.`,
            )
          }
        >
          Approva la versione {version}
        </Button>
      )}
      {query.newest_state === 'submitted' && !mine && (
        <Button variant="default" onClick={() => setAsking('reject')}>
          Respingi
        </Button>
      )}
      <Button variant="default" onClick={() => setAsking('archive')}>
        Archivia
      </Button>
      <ConfirmDialog
        opened={asking === 'reject'}
        title={`Respingi la versione ${version}`}
        action="Respingi"
        onClose={() => setAsking(null)}
        onConfirm={() =>
          void act(
            () => api('POST /v1/queries/{id}/reject', { ...call, body: { version, reason } }),
            'Respinta: il motivo è nella cronologia.',
          )
        }
      >
        <LongTextField
          name="reason"
          label="Motivo"
          value={reason}
          error={null}
          maxLength={500}
          onBlur={() => {}}
          onChange={setReason}
        />
      </ConfirmDialog>
      <ConfirmDialog
        opened={asking === 'archive'}
        title="Archivia l’interrogazione"
        action="Archivia"
        onClose={() => setAsking(null)}
        onConfirm={() =>
          void act(async () => {
            await api('DELETE /v1/queries/{id}', call)
            await navigate(paths.queryAdmin())
            return undefined
          }, 'Archiviata: non si esegue più, le esecuzioni restano.')
        }
      >
        Non si potrà più eseguire. Versioni ed esecuzioni restano scritte.
      </ConfirmDialog>
    </div>
  )
}
