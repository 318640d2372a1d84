import { Button } from '@mantine/core'
import { leftOutWords } from '@saldo/domain/arrears/reminder-plan'
import { formatEuro } from '@saldo/domain/money'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api.ts'
import { queries } from '../../session/queries.ts'
import { Amount } from '../../ui/data/Amount.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { formatCount, formatCountOf } from '../../ui/grid/list.ts'
import styles from './Reminders.module.css'
import { type Preview, previewQuery, runQuery, type Selection } from './reminder-query.ts'

const words = { one: 'sollecito', many: 'solleciti' }

/** Preview of recipients, and of people left out with the reason; then sends and shows progress. */
export function RemindPreview({
  selection,
  onClose,
  onDone,
}: {
  selection: Selection
  onClose: () => void
  onDone?: () => void
}) {
  const { data: preview, ...query } = useQuery(previewQuery(selection))
  const [run_id, setRun] = useState<number | null>(null)
  const [sending, setSending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const send = async () => {
    setSending(true)
    setFailure(null)
    try {
      setRun((await api('POST /v1/reminders/send', { body: selection })).run_id)
      onDone?.()
    } catch (error) {
      setFailure(error)
    } finally {
      setSending(false)
    }
  }
  if (run_id !== null) return <RunUnderWay id={run_id} onClose={onClose} />
  return (
    <div className={styles.preview}>
      {query.isPending && (
        <Loading what="chi riceverebbe un sollecito">
          <TextSkeleton lines={6} />
        </Loading>
      )}
      {query.isError && (
        <QueryError
          what="Non riesco a vedere chi va sollecitato"
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {preview && <Found preview={preview} />}
      <FormFailure failure={failure} />
      <div className={styles.foot}>
        <Button variant="default" onClick={onClose}>
          {preview?.to_send === 0 ? 'Chiudi' : 'Annulla'}
        </Button>
        {preview && preview.to_send > 0 && (
          <Button loading={sending} onClick={() => void send()}>
            Manda {formatCountOf(preview.to_send, words)}
          </Button>
        )}
      </div>
    </div>
  )
}

function Found({ preview }: { preview: Preview }) {
  const { to_send, amount, left_out, rows } = preview
  return (
    <>
      <p aria-live="polite">
        <strong>
          {to_send === 0
            ? 'Ora non c’è nessuno da sollecitare.'
            : `${formatCountOf(to_send, words)} per ${formatEuro(amount)}.`}
        </strong>
      </p>
      {left_out.length > 0 && (
        <ul className={styles.reasons} aria-label="Chi resta fuori">
          {left_out.map(({ reason, count }) => (
            <li key={reason}>
              {formatCount(count)}: {leftOutWords[reason].toLowerCase()}
            </li>
          ))}
        </ul>
      )}
      {rows.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
        <section className={styles.scroll} aria-label="Bollette guardate" tabIndex={0}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Intestatario</th>
                <th scope="col">Che cosa riceve</th>
                <th scope="col" data-align="right">
                  Dovuto ora
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.bill_number}>
                  <td>
                    {row.subject_nominative}
                    <p className={styles.dim}>{row.bill_number}</p>
                  </td>
                  <td>
                    {row.reason === null ? (
                      row.step_name
                    ) : (
                      <span className={styles.dim}>Niente: {leftOutWords[row.reason].toLowerCase()}</span>
                    )}
                  </td>
                  <td data-align="right">
                    <Amount cents={row.due_now} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  )
}

/** Progress while the server sends; the page can be left. */
function RunUnderWay({ id, onClose }: { id: number; onClose: () => void }) {
  const { data: run } = useQuery(runQuery(id))
  const sent = run?.sent ?? 0
  const [what, then] = {
    running: [
      `Preparo i solleciti: ${formatCount(sent)} finora.`,
      'Puoi chiudere: vanno avanti da soli e li ritrovi nell’elenco.',
    ],
    done: [
      `${formatCountOf(sent, words)} in uscita.`,
      'Li trovi nell’elenco e nella cronologia di ogni bolletta.',
    ],
    stopped: [
      `Mi sono fermato dopo ${formatCountOf(sent, words)}.`,
      'Qualcosa non ha funzionato: mandali di nuovo fra un po’. Chi lo ha ricevuto non lo riceve due volte.',
    ],
  }[run?.state ?? 'running']
  return (
    <div className={styles.preview}>
      <p role="status">
        <strong>{what}</strong>
      </p>
      <p className={styles.dim}>{then}</p>
      <div className={styles.foot}>
        <Button
          onClick={() => {
            void queries.invalidateQueries({ queryKey: ['reminders'] })
            onClose()
          }}
        >
          Chiudi
        </Button>
      </div>
    </div>
  )
}
