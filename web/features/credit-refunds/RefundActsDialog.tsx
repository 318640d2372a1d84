import { Button, Radio } from '@mantine/core'
import { formatDate, today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { ibanOriginLabels } from '@saldo/domain/payments/credit-refund'
import { useState } from 'react'
import { api } from '../../api.ts'
import { errorSentence } from '../../api-error.ts'
import { IfPermitted } from '../../session/permissions/IfPermitted.tsx'
import { Facts } from '../../ui/data/Facts.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { alertToast } from '../../ui/feedback/toast.ts'
import * as check from '../../ui/form/checks.ts'
import { FieldError } from '../../ui/form/FieldError.tsx'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { DateField } from '../../ui/form/fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import styles from '../../ui/overlay/DialogForm.module.css'
import { downloadFlow } from '../flows/download-flow.ts'
import { type CreditRefund, refreshCredits } from './credit-query.ts'
import { refundStates } from './refund-states.ts'

/** A refund of a credit, and what can be done with it in its state. */
export default function RefundActsDialog({ refund, onClose }: { refund: CreditRefund; onClose: () => void }) {
  const { state, order_id, flow_id } = refund
  const [asking, setAsking] = useState<'cancel' | 'cancel_order' | 'outcome' | null>(null)
  const done = async (work: () => Promise<unknown>, said: string) => {
    try {
      await work()
      alertToast(said, 'success')
    } catch (error) {
      alertToast(errorSentence(error), 'danger')
    }
    await refreshCredits()
    onClose()
  }
  if (asking === 'outcome') return <OutcomeForm refund={refund} onClose={onClose} />
  if (asking === 'cancel')
    return (
      <ConfirmDialog
        opened
        danger
        title="Annulla la restituzione"
        action={`Annulla la restituzione di ${formatEuro(refund.amount)}`}
        cancel="Lascia com’è"
        onClose={onClose}
        onConfirm={() =>
          done(
            () => api('POST /v1/credit-refunds/{id}/cancel', { params: { id: refund.credit_refund_id } }),
            'Restituzione annullata: il credito è di nuovo libero.',
          )
        }
      >
        Il credito di {refund.who} torna libero.
      </ConfirmDialog>
    )
  if (asking === 'cancel_order' && order_id !== null)
    return (
      <ConfirmDialog
        opened
        danger
        title="Annulla il file"
        action="Annulla il file: non l’ho mandato"
        cancel="Lascia com’è"
        onClose={onClose}
        onConfirm={() =>
          done(
            () =>
              api('POST /v1/transfer-orders/{id}/cancel', {
                params: { id: order_id },
                body: { not_sent: true },
              }),
            'File annullato: i crediti che conteneva sono di nuovo liberi.',
          )
        }
      >
        Annullalo solo se non l’hai mandato alla banca: tutti i crediti che contiene tornano liberi. Se l’hai
        mandato, chiedi alla banca di revocarlo e attendi l’esito.
      </ConfirmDialog>
    )
  return (
    <Dialog opened title={`Restituzione di ${formatEuro(refund.amount)}`} onClose={onClose} size={520}>
      <div className={styles.form}>
        <StateLabel state={refundStates[state]} />
        {refund.failure_reason && <p className={styles.note}>{refund.failure_reason}</p>}
        <Facts rows={factsOf(refund)} />
        <div className={styles.foot}>
          {flow_id !== null && (
            <Button variant="default" onClick={() => void downloadFlow({ flow_id })}>
              Scarica il file
            </Button>
          )}
          <IfPermitted permission="payments:write">
            {state === 'waiting' && (
              <Button variant="default" onClick={() => setAsking('cancel')}>
                Annulla la restituzione
              </Button>
            )}
            {state === 'ordered' && (
              <Button variant="default" onClick={() => setAsking('cancel_order')}>
                Annulla il file
              </Button>
            )}
            {(state === 'ordered' || state === 'executed') && (
              <Button onClick={() => setAsking('outcome')}>Registra l’esito</Button>
            )}
          </IfPermitted>
        </div>
      </div>
    </Dialog>
  )
}

const factsOf = (refund: CreditRefund) =>
  [
    ['Condòmino', refund.who],
    ['Condominio', refund.account_name],
    ['Beneficiario', refund.beneficiary],
    ['IBAN', `${refund.iban}, ${ibanOriginLabels[refund.iban_from]}`],
    ['Causale', refund.text],
    ['Riferimento', refund.end_to_end_id],
    ['Da eseguire il', refund.execute_on && formatDate(refund.execute_on)],
    ['Eseguita il', refund.executed_on && formatDate(refund.executed_on)],
    ['Tornata indietro il', refund.returned_on && formatDate(refund.returned_on)],
    ['Chiesta da', refund.actor],
  ] as [string, string | null][]

type Outcome = 'executed' | 'rejected' | 'returned'
const outcomes: Record<'ordered' | 'executed', { value: Outcome; label: string }[]> = {
  ordered: [
    { value: 'executed', label: 'La banca ha eseguito il bonifico' },
    { value: 'rejected', label: 'La banca l’ha rifiutato: il denaro non è mai partito' },
  ],
  executed: [{ value: 'returned', label: 'Il bonifico è tornato indietro' }],
}

/** Records by hand what the bank did, where no file says it. */
function OutcomeForm({ refund, onClose }: { refund: CreditRefund; onClose: () => void }) {
  const possible = outcomes[refund.state === 'executed' ? 'executed' : 'ordered']
  const form = useForm({
    initial: {
      outcome: (possible.length === 1 ? possible[0]?.value : '') as Outcome | '',
      day: today() as string,
    },
    checks: {
      outcome: (outcome) => (outcome ? null : 'Scegli che cosa ha fatto la banca.'),
      day: check.all(check.required('Scrivi il giorno che c’è sull’estratto conto.'), check.date),
    },
    submit: async ({ outcome, day }) => {
      await api('POST /v1/credit-refunds/{id}/outcome', {
        params: { id: refund.credit_refund_id },
        body: { outcome: outcome as Outcome, day },
      })
      onClose()
      alertToast(
        outcome === 'executed'
          ? `${formatEuro(refund.amount)} restituiti a ${refund.who}.`
          : `${refund.who}: il credito è di nuovo libero.`,
        'success',
      )
      await refreshCredits()
    },
  })
  const outcome = form.field('outcome')
  return (
    <Dialog opened title="Registra l’esito" onClose={onClose} size={480}>
      <form {...form.form} className={styles.form}>
        <p className={styles.note}>
          {refund.who}, {formatEuro(refund.amount)}. Non serve se carichi l’estratto conto: lì il bonifico si
          riconosce da solo.
        </p>
        <Radio.Group
          label="Che cosa ha fatto la banca"
          name="outcome"
          value={outcome.value}
          error={outcome.error ? <FieldError>{outcome.error}</FieldError> : undefined}
          onChange={(value) => outcome.onChange(value as Outcome)}
        >
          <div className={styles.choice}>
            {possible.map(({ value, label }) => (
              <Radio key={value} value={value} label={label} />
            ))}
          </div>
        </Radio.Group>
        <DateField {...form.field('day')} label="Giorno" hint="Com’è sull’estratto conto" max={today()} />
        <FormFailure failure={form.failure} />
        <div className={styles.foot}>
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" loading={form.busy}>
            Registra l’esito
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
