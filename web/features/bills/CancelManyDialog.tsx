import { Button, TextInput } from '@mantine/core'
import { formatEuro } from '@saldo/domain/money'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { paths } from '../../paths.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { counted, type Selected, written } from '../../ui/grid/list.ts'
import links from '../../ui/Links.module.css'
import { Progress } from '../../ui/Progress.tsx'
import styles from '../payments/Dialogs.module.css'
import { type Cancelled, cancelMany } from './bill-acts.ts'
import type { Bill } from './bill-query.ts'
import { billWords } from './bill-words.ts'

/** As many of those that could not be cancelled as one reads; the others are counted. */
const shown = 50

/**
 * Cancels a selection, also one that goes over many pages: how many must be typed, because it cannot be undone; it says how
 * far it is and may be stopped; in the end, of each that could not be cancelled, why.
 */
export function CancelManyDialog({ selected, onClose }: { selected: Selected<Bill>; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [now, setNow] = useState<Cancelled | null>(null)
  const stopped = useRef(false)
  const { count, cents } = selected
  const many = counted(count, billWords)

  const run = async () => {
    setNow({ cancelled: 0, refused: [], left: count, over: false, failure: null })
    await cancelMany(selected.ids, {
      progress: setNow,
      stopped: () => stopped.current,
    })
  }
  const end = () => {
    onClose()
    if (now && now.cancelled > 0) selected.clear()
  }

  if (now?.over) return <Outcome now={now} onClose={end} />
  if (now)
    return (
      <Dialog
        opened
        title={`Annullo ${many}`}
        onClose={() => undefined}
        actions={
          <Button
            variant="default"
            onClick={() => {
              stopped.current = true
            }}
          >
            Fermati qui
          </Button>
        }
      >
        <p role="status">
          {written(count - now.left)} di {many}
        </p>
        <Progress label={`Annullo ${many}`} share={count > 0 ? (count - now.left) / count : null} />
      </Dialog>
    )
  return (
    <Dialog
      opened
      title={`Annullare ${many}?`}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Lascia com’è
          </Button>
          <Button color="mattone" disabled={typed.trim() !== String(count)} onClick={() => void run()}>
            Annulla {many}
          </Button>
        </>
      }
    >
      In tutto {formatEuro(cents)}: nessuno li dovrà più e i link smetteranno di funzionare. Numeri e storia
      restano; quelle già pagate o con un pagamento in corso restano come sono. Non si può tornare indietro.
      <TextInput
        mt="md"
        label={`Per confermare scrivi ${count}`}
        value={typed}
        autoComplete="off"
        data-autofocus
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </Dialog>
  )
}

function Outcome({ now, onClose }: { now: Cancelled; onClose: () => void }) {
  const { cancelled, refused, left, failure } = now
  return (
    <Dialog
      opened
      title={cancelled === 1 ? 'Una bolletta annullata' : `${written(cancelled)} bollette annullate`}
      onClose={onClose}
      actions={<Button onClick={onClose}>Chiudi</Button>}
    >
      {failure && <p role="alert">Mi sono fermato: {failure}</p>}
      {left > 0 && <p>{counted(left, billWords)} non toccate.</p>}
      {refused.length > 0 && (
        <>
          <p>{counted(refused.length, billWords)} no:</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no pointer scrolls a long list by its focus */}
          <section className={styles.scroll} tabIndex={0} aria-label="Bollette non annullate">
            <table className={styles.parts}>
              <tbody>
                {refused.slice(0, shown).map(({ bill_id, number, reason }) => (
                  <tr key={bill_id}>
                    <th scope="row">
                      <Link {...paths.billPage(bill_id)} className={links.link}>
                        {number}
                      </Link>
                    </th>
                    <td>{reason}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
          {refused.length > shown && <p>E altre {written(refused.length - shown)}.</p>}
        </>
      )}
    </Dialog>
  )
}
