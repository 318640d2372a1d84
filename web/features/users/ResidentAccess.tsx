import { Button } from '@mantine/core'
import { formatDate } from '@saldo/domain/dates'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type Reply } from '../../api.ts'
import { errorSentence } from '../../api-error.ts'
import { mailedTo } from '../../session/mailed.ts'
import { IfPermitted } from '../../session/permissions/IfPermitted.tsx'
import { queries } from '../../session/queries.ts'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { alertToast } from '../../ui/feedback/toast.ts'
import { Section } from '../../ui/layout/Section.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import styles from './SubUsers.module.css'

type Access = Reply<'GET /v1/users/btoc/{id}'>

const accessQuery = (id: number) =>
  queryOptions({
    queryKey: ['subjects', 'access', id],
    queryFn: ({ signal }) => api('GET /v1/users/btoc/{id}', { params: { id }, signal }),
  })

/** Whether a person can see their own bills by signing in; grants or ends this access. */
export function ResidentAccess({ subject_id }: { subject_id: number }) {
  const query = useQuery(accessQuery(subject_id))
  return (
    <Section title="Accesso">
      {query.isPending && (
        <Loading what="l’accesso">
          <TextSkeleton lines={2} />
        </Loading>
      )}
      {query.isError && (
        <QueryError
          error={query.error}
          what="Non riesco a dire se ha un accesso"
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data && (
        <>
          <p>{inWords(query.data)}</p>
          <IfPermitted permission="subjects:write">
            <Acts access={query.data} />
          </IfPermitted>
        </>
      )}
    </Section>
  )
}

function inWords({ access, email, invited_at }: Access): string {
  if (access === 'active') return 'Vede e paga le sue bollette con un accesso suo.'
  if (access === 'suspended') return 'Il suo accesso è sospeso.'
  if (access === 'invited') {
    const since = invited_at ? ` il ${formatDate(invited_at.slice(0, 10))}` : ''
    return `Invitata${since}: non ha ancora scelto la password. Il link vale tre giorni.`
  }
  return email
    ? 'Non ha un accesso: con uno vede e paga le sue bollette, e tiene le ricevute.'
    : 'Non ha un accesso. Per invitarla serve il suo indirizzo e-mail: scrivilo fra i dati.'
}

function Acts({ access: { subject_id, access, email } }: { access: Access }) {
  const [running, setRunning] = useState(false)
  const [asking, setAsking] = useState(false)
  const change = async (act: () => Promise<Access>, done: string) => {
    setRunning(true)
    try {
      queries.setQueryData(accessQuery(subject_id).queryKey, await act())
      alertToast(done, 'success')
    } catch (error) {
      alertToast(errorSentence(error, 'Operazione non riuscita. Riprova fra poco.'), 'danger')
    } finally {
      setRunning(false)
    }
  }
  const params = { id: subject_id }
  return (
    <div className={styles.actions}>
      {(access === 'invited' || (access === 'none' && email)) && (
        <Button
          variant="default"
          loading={running}
          onClick={() =>
            void change(
              () => api('POST /v1/users/btoc/create/{id}', { params }),
              `${mailedTo('Invito', 'inviato', email)}.`,
            )
          }
        >
          {access === 'invited' ? 'Invia di nuovo l’invito' : 'Invita'}
        </Button>
      )}
      {access !== 'none' && (
        <Button variant="default" onClick={() => setAsking(true)}>
          Togli l’accesso
        </Button>
      )}
      <ConfirmDialog
        opened={asking}
        danger
        title="Togli l’accesso"
        action="Togli l’accesso"
        cancel="Lascia com’è"
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await change(() => api('POST /v1/users/btoc/delete/{id}', { params }), 'Accesso tolto.')
          setAsking(false)
        }}
      >
        Non vede più le bollette di questo studio. I dati restano, e puoi invitarla di nuovo.
      </ConfirmDialog>
    </div>
  )
}
