import { Button } from '@mantine/core'
import { formatEuro } from '@saldo/domain/money'
import { Suspense, useState } from 'react'
import { errorSentence } from '../../api-error.ts'
import { ReasonedButton } from '../../ui/buttons/ReasonedButton.tsx'
import { alertToast } from '../../ui/feedback/toast.ts'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import styles from './MoneyTransfers.module.css'
import { type Act, actOn, downloadFile } from './transfer-acts.ts'
import type { TransferDetail } from './transfer-words.ts'

const ReasonDialog = lazyWithRetry(() => import('./ReasonDialog.tsx'))
const OutcomeDialog = lazyWithRetry(() => import('./OutcomeDialog.tsx'))

type Asked = 'approve' | 'refuse' | 'cancel' | 'handOver' | 'outcome' | null

/** What can be done with a transfer in its state; a second person's approval says why it cannot be given. */
export function TransferActs({ transfer }: { transfer: TransferDetail }) {
  const [asked, ask] = useState<Asked>(null)
  const { money_transfer_id: id, state, way } = transfer
  const done = () => ask(null)
  const { why_not_leave: notLeave } = transfer
  const run = async (act: Act, said: string) => {
    try {
      await actOn(id, act)
      alertToast(said, 'success')
    } catch (error) {
      alertToast(errorSentence(error, 'Riprova fra poco.'), 'danger')
    }
    done()
  }
  const download = () =>
    downloadFile(id).catch((error: unknown) =>
      alertToast(errorSentence(error, 'Il file non si scarica: riprova.'), 'danger'),
    )
  const taken = transfer.file_takers.length > 0
  const amount = formatEuro(transfer.amount)
  const stoppable = (state === 'approved' && way === 'file') || (state === 'sent' && way === 'payout')
  return (
    <div className={styles.acts}>
      {state === 'requested' && (
        <ReasonedButton why={transfer.why_not_approve} onClick={() => ask('approve')}>
          Approva
        </ReasonedButton>
      )}
      {transfer.may_refuse && (
        <Button variant="default" onClick={() => ask('refuse')}>
          Rifiuta
        </Button>
      )}
      {transfer.may_withdraw && (
        <Button variant="default" onClick={() => void run('withdraw', 'Richiesta ritirata.')}>
          Ritira la richiesta
        </Button>
      )}
      {way === 'file' && ['approved', 'sent'].includes(state) && (
        <ReasonedButton variant="default" why={notLeave} onClick={() => void download()}>
          {taken ? 'Scarica di nuovo il file' : 'Scarica il file'}
        </ReasonedButton>
      )}
      {way === 'file' && state === 'approved' && taken && (
        <Button variant={notLeave ? 'default' : 'filled'} onClick={() => ask('handOver')}>
          Consegnato alla banca
        </Button>
      )}
      {way === 'file' && ['sent', 'paid'].includes(state) && (
        <ReasonedButton
          variant="default"
          why={state === 'paid' ? transfer.why_not_free : null}
          onClick={() => ask('outcome')}
        >
          Registra l’esito
        </ReasonedButton>
      )}
      {stoppable && (
        <ReasonedButton variant="default" why={transfer.why_not_free} onClick={() => ask('cancel')}>
          Annulla lo spostamento
        </ReasonedButton>
      )}
      {state === 'requested' && transfer.why_not_approve && (
        <p className={styles.why}>{transfer.why_not_approve}</p>
      )}
      {[notLeave, transfer.why_not_free].map(
        (why) =>
          why && (
            <p className={styles.why} key={why}>
              {why}
            </p>
          ),
      )}
      <ConfirmDialog
        opened={asked === 'approve'}
        title={`Approva ${amount}`}
        action="Approva"
        onClose={done}
        onConfirm={() => run('approve', `Approvato: ${amount} per ${transfer.account_name}.`)}
      >
        Il denaro parte verso l’IBAN {transfer.iban} di {transfer.account_name}. Controlla importo, motivo e
        ultimo cambio dell’IBAN.
      </ConfirmDialog>
      <ConfirmDialog
        opened={asked === 'handOver'}
        title="Segna il file come consegnato"
        action={notLeave ? 'La banca l’ha già' : 'Segna come consegnato'}
        onClose={done}
        onConfirm={() =>
          run(notLeave ? 'noteAtBank' : 'handOver', 'Consegnato: registra l’esito quando la banca risponde.')
        }
      >
        {notLeave && `${notLeave} Solo se la banca ha già il file, segnalo qui. `}Da adesso i libri contano{' '}
        {amount} come in transito verso il condominio.
      </ConfirmDialog>
      <Suspense fallback={null}>
        {(asked === 'refuse' || asked === 'cancel') && (
          <ReasonDialog transfer={transfer} act={asked} onClose={done} />
        )}
        {asked === 'outcome' && <OutcomeDialog transfer={transfer} onClose={done} />}
      </Suspense>
    </div>
  )
}
