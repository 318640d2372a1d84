import { Button } from '@mantine/core'
import { bankFileBytes, bankFileTooLarge } from '@saldo/domain/bank-files/largest-file'
import { useQuery } from '@tanstack/react-query'
import { Upload } from 'iconoir-react'
import { useEffect, useState } from 'react'
import { api, type Reply } from '../../../api.ts'
import { apiUpload } from '../../../api-upload.ts'
import { QueryError } from '../../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../../ui/feedback/Skeleton.tsx'
import { UploadArea } from '../../../ui/form/UploadArea.tsx'
import { Icon } from '../../../ui/icons/Icon.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { type DebitRunDetail, refreshDebits } from '../debit-query.ts'
import styles from './Run.module.css'

type Flow = Reply<'GET /v1/flows/{id}'>

/** Loads what the bank says of a run: the outcomes (pain.002), or a statement with what arrived and came back. */
export default function BankAnswerDialog({ run, onClose }: { run: DebitRunDetail; onClose: () => void }) {
  const [flow_id, setFlowId] = useState<number | null>(null)
  return (
    <Dialog opened title="Carica la risposta della banca" onClose={onClose} size={520}>
      {flow_id === null ? (
        <UploadArea
          label="File della banca"
          accepted=".xml,.txt,.csv,.cbi,.dat,text/xml,application/xml"
          most={bankFileBytes}
          tooBig={bankFileTooLarge}
          oneAtATime="Un file alla volta: carica il primo, poi il secondo."
          leaving="Se esci adesso il caricamento si interrompe."
          send={async (file, sending) => {
            const form = new FormData()
            form.append('account_id', String(run.account_id))
            form.append('file', file, file.name)
            setFlowId((await apiUpload('PUT /v1/flows/upload', form, sending)).flow_id)
          }}
        >
          {(choose) => (
            <div className={styles.upload}>
              <Button leftSection={<Icon of={Upload} />} onClick={choose}>
                Scegli il file
              </Button>
              <p className={styles.dim}>
                Gli esiti degli addebiti (pain.002) o l’estratto conto (camt.053, camt.054, CBI) scaricati
                dall’home banking. Puoi anche trascinarlo qui.
              </p>
            </div>
          )}
        </UploadArea>
      ) : (
        <Reading flow_id={flow_id} onClose={onClose} onAgain={() => setFlowId(null)} />
      )}
    </Dialog>
  )
}

/** Follows the file until it is read: what it brought, or why it was refused. */
function Reading({
  flow_id,
  onClose,
  onAgain,
}: {
  flow_id: number
  onClose: () => void
  onAgain: () => void
}) {
  const { data: flow, ...query } = useQuery({
    queryKey: ['flows', 'one', flow_id],
    queryFn: ({ signal }) => api('GET /v1/flows/{id}', { params: { id: flow_id }, signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'reading' ? 1000 : false),
  })
  const done = flow?.state === 'done'
  useEffect(() => {
    if (done) void refreshDebits()
  }, [done])
  if (query.isError)
    return (
      <QueryError
        error={query.error}
        what="Non riesco a vedere com’è andata la lettura"
        onRetry={() => void query.refetch()}
      />
    )
  if (!flow || flow.state === 'reading')
    return (
      <Loading what="il file della banca">
        <TextSkeleton lines={2} />
      </Loading>
    )
  return (
    <>
      <p className={styles.line} role="status">
        {whatItBrought(flow)}
      </p>
      <div className={styles.foot}>
        <Button variant="default" onClick={onAgain}>
          Carica un altro file
        </Button>
        <Button onClick={onClose}>Chiudi</Button>
      </div>
    </>
  )
}

function whatItBrought({ state, refusal, refusal_line, count, known, file_name }: Flow): string {
  if (state === 'refused')
    return `${file_name}: rifiutato${refusal_line ? `, riga ${refusal_line}` : ''}. ${refusal ?? ''} Non ho registrato niente.`
  const fresh = count - known
  if (fresh === 0) return `${file_name}: letto. Non c’è niente di nuovo.`
  const before = known > 0 ? `, ${known} già noti` : ''
  return `${file_name}: letto. ${fresh === 1 ? 'Una voce nuova' : `${fresh} voci nuove`}${before}. Gli esiti sono qui sotto.`
}
