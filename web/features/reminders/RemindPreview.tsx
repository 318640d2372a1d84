import { Button } from '@mantine/core'
import { formatEuro } from '@saldo/domain/money'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api.ts'
import { useKeptKey } from '../../session/kept-key.ts'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { LeftOut } from './LeftOut.tsx'
import { LetterPreview } from './LetterPreview.tsx'
import { PaperReady } from './PaperReady.tsx'
import { type Channel, Recipients } from './Recipients.tsx'
import styles from './Reminders.module.css'
import { announceRun, letterCount, paperCount } from './reminder-acts.ts'
import { type Preview, previewQuery, type Run, type Selection } from './reminder-query.ts'

type Props = {
  selection: Selection
  /** The letter that is being read, by its first bill; the dialog that holds this closes it first. */
  reading: number | null
  onRead: (bill_id: number | null) => void
  onClose: () => void
  onDone?: (() => void) | undefined
}

/** Who gets a letter and who does not, with the reasons; each letter as it will be read; then sends the chosen ones. */
export function RemindPreview({ selection, ...rest }: Props) {
  const { data: preview, ...query } = useQuery(previewQuery(selection))
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
      {preview && <Choice preview={preview} {...rest} />}
    </div>
  )
}

/** Who is chosen, by the first bill of their letter, and how it goes. */
type Chosen = ReadonlyMap<number, Channel>

function Choice({
  preview,
  reading,
  onRead,
  onClose,
  onDone,
}: Omit<Props, 'selection'> & { preview: Preview }) {
  const { letters } = preview
  // What was chosen by hand; it stays when the letters are fetched again.
  const [picked, setPicked] = useState<Picked>(new Map())
  const chosen = chosenOf(letters, picked)
  const key = useKeptKey('reminders')
  const [sending, setSending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [run, setRun] = useState<Run | null>(null)

  const send = async () => {
    setSending(true)
    setFailure(null)
    try {
      const body = { ...named('bill_ids', chosen, 'email'), ...named('paper_bill_ids', chosen, 'paper') }
      const begun = await api('POST /v1/reminders/send', { body, idempotencyKey: key })
      announceRun(begun)
      onDone?.()
      if (begun.to_deliver > 0) setRun(begun)
      else onClose()
    } catch (error) {
      setFailure(error)
    } finally {
      setSending(false)
    }
  }

  if (run) return <PaperReady run={run} onClose={onClose} />
  if (reading !== null)
    return (
      <LetterPreview
        bill_id={reading}
        channel={wayOf(preview, chosen, reading)}
        onBack={() => onRead(null)}
      />
    )
  return (
    <>
      <p aria-live="polite">
        <strong>{headline(preview, chosen)}</strong>
      </p>
      {letters.length > 0 && (
        <Recipients
          letters={letters}
          chosen={chosen}
          onChoose={(row, way) => setPicked(pick(picked, row, way))}
          onRead={onRead}
        />
      )}
      <LeftOut preview={preview} />
      <FormFailure failure={failure} />
      <div className={styles.foot}>
        <Button variant="default" onClick={onClose}>
          {letters.length === 0 ? 'Chiudi' : 'Annulla'}
        </Button>
        {letters.length > 0 && (
          <Button loading={sending} disabled={chosen.size === 0} onClick={() => void send()}>
            {actInWords(chosen)}
          </Button>
        )}
      </div>
    </>
  )
}

/** Null: taken out. Without a choice, letters go to those who can be mailed. */
type Picked = ReadonlyMap<number, Channel | null>

const chosenOf = (letters: Preview['letters'], picked: Picked): Chosen =>
  new Map(
    letters.flatMap(({ bill_id, no_email }): [number, Channel][] => {
      const way = picked.has(bill_id) ? picked.get(bill_id) : no_email === null ? 'email' : null
      return way ? [[bill_id, way]] : []
    }),
  )

const pick = (picked: Picked, rows: Preview['letters'], way: Channel | 'usual' | null): Picked =>
  new Map([
    ...picked,
    ...rows.map(({ bill_id, no_email }): [number, Channel | null] => [
      bill_id,
      way === 'usual' ? (no_email === null ? 'email' : 'paper') : way,
    ]),
  ])

/** How a letter goes, or would go if it were chosen. */
const wayOf = ({ letters }: Preview, chosen: Chosen, bill_id: number): Channel =>
  chosen.get(bill_id) ??
  (letters.find((letter) => letter.bill_id === bill_id)?.no_email === null ? 'email' : 'paper')

const named = (name: 'bill_ids' | 'paper_bill_ids', chosen: Chosen, channel: Channel) => {
  const ids = [...chosen].filter(([, by]) => by === channel).map(([bill_id]) => bill_id)
  return ids.length > 0 ? { [name]: ids } : {}
}

const countBy = (chosen: Chosen, channel: Channel) =>
  [...chosen.values()].filter((by) => by === channel).length

function headline({ letters }: Preview, chosen: Chosen): string {
  if (letters.length === 0) return 'Ora non c’è nessuno da sollecitare.'
  if (chosen.size === 0) return 'Nessuno scelto.'
  const amount = letters
    .filter(({ bill_id }) => chosen.has(bill_id))
    .reduce((sum, letter) => sum + letter.amount, 0)
  return `${letterCount(chosen.size)} per ${formatEuro(amount)}.`
}

/** `Invia 15 solleciti e prepara 3 lettere` */
function actInWords(chosen: Chosen): string {
  const [mails, papers] = [countBy(chosen, 'email'), countBy(chosen, 'paper')]
  if (papers === 0) return mails === 0 ? 'Invia' : `Invia ${letterCount(mails)}`
  return mails === 0
    ? `Prepara ${paperCount(papers)}`
    : `Invia ${letterCount(mails)} e prepara ${paperCount(papers)}`
}
