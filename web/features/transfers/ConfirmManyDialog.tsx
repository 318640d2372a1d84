import { Button } from '@mantine/core'
import { formatEuro } from '@saldo/domain/money'
import { isOpenMovement } from '@saldo/domain/transfers/movement'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { errorSentence } from '../../api-error.ts'
import { paths } from '../../paths.ts'
import { Progress } from '../../ui/feedback/Progress.tsx'
import { formatCountOf, type Selected } from '../../ui/grid/list.ts'
import links from '../../ui/layout/Links.module.css'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import styles from '../../ui/overlay/DialogForm.module.css'
import { confirmMany } from './transfer-acts.ts'
import type { Movement } from './transfer-query.ts'
import { openOf, payerOf } from './transfer-words.ts'

const transfers = { one: 'bonifico', many: 'bonifici' }

/** Confirms the first proposal of each selected movement that has a first choice, and says what became of each. */
export default function ConfirmManyDialog({
  selected,
  onClose,
}: {
  selected: Selected<Movement>
  onClose: () => void
}) {
  const [asked] = useState(selected)
  const [share, setShare] = useState<number | null>(null)
  const [result, setResult] = useState<Awaited<ReturnType<typeof confirmMany>> | null>(null)
  const { count, loaded } = asked
  const known = loaded.length === count
  const sure = loaded.filter((movement) => isOpenMovement(movement.state) && movement.first_choice)
  const cents = known ? sure.reduce((sum, movement) => sum + openOf(movement), 0) : asked.cents

  const confirm = async () => {
    setShare(0)
    const ids = known ? sure.map(({ movement_id }) => movement_id) : (await asked.ids()).map(Number)
    setResult(await confirmMany(ids, (done) => setShare(done / ids.length)))
    setShare(null)
  }

  if (result) return <Result result={result} loaded={loaded} onClose={onClose} />
  return (
    <Dialog
      opened
      title="Conferma le proposte"
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Lascia com’è
          </Button>
          <Button loading={share !== null} data-autofocus onClick={() => void confirm()}>
            {known ? `Conferma ${formatCountOf(sure.length, transfers)}, ${formatEuro(cents)}` : 'Conferma'}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <p className={styles.note}>
          Per ogni bonifico si conferma la prima proposta, calcolata di nuovo adesso, e solo se nessun’altra è
          altrettanto probabile. Gli altri restano da abbinare.
        </p>
        {known && sure.length < count && (
          <p className={styles.note}>
            {formatCountOf(count - sure.length, transfers)} tra quelli scelti non hanno una proposta sola e
            restano dove sono.
          </p>
        )}
        {!known && (
          <p className={styles.note}>
            Ne hai scelti {formatCountOf(count, transfers)}, {formatEuro(cents)}.
          </p>
        )}
        {share !== null && <Progress label="Confermo le proposte" share={share} />}
      </div>
    </Dialog>
  )
}

function Result({
  result: { confirmed, results, failure },
  loaded,
  onClose,
}: {
  result: Awaited<ReturnType<typeof confirmMany>>
  loaded: readonly Movement[]
  onClose: () => void
}) {
  const left = results.filter(({ done }) => !done)
  const nameOf = (id: number) => {
    const movement = loaded.find(({ movement_id }) => movement_id === id)
    return movement ? `${payerOf(movement)}, ${formatEuro(movement.amount)}` : `Movimento n. ${id}`
  }
  return (
    <Dialog
      opened
      title={`${formatCountOf(confirmed, { one: 'bonifico abbinato', many: 'bonifici abbinati' })}`}
      onClose={onClose}
      actions={
        <Button data-autofocus onClick={onClose}>
          Va bene
        </Button>
      }
    >
      <div className={styles.form}>
        {failure !== null && (
          <p className={styles.reason} role="alert">
            Poi mi sono fermato: {errorSentence(failure)} I bonifici non elencati sono come prima.
          </p>
        )}
        {left.length > 0 && (
          <>
            <p className={styles.note}>{formatCountOf(left.length, transfers)} non abbinati:</p>
            <ul className={`${styles.scroll} ${styles.same}`}>
              {left.map(({ movement_id, why }) => (
                <li key={movement_id}>
                  <Link {...paths.transfer(movement_id)} className={links.link} onClick={onClose}>
                    {nameOf(movement_id)}
                  </Link>
                  {why && `: ${why}`}
                </li>
              ))}
            </ul>
          </>
        )}
        {left.length === 0 && failure === null && (
          <p className={styles.note}>Le loro bollette sono pagate e i pagamenti registrati.</p>
        )}
      </div>
    </Dialog>
  )
}
