import { Button, Radio } from '@mantine/core'
import { whyNotReturnedOn } from '@saldo/domain/accounting/registration-dates'
import { today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { isOutsideProvider } from '@saldo/domain/payments/payment-method'
import { refundable, refundReasons } from '@saldo/domain/payments/refund'
import { useState } from 'react'
import { api } from '../../../api.ts'
import { useKeptKey } from '../../../session/kept-key.ts'
import { alertToast } from '../../../ui/feedback/toast.ts'
import * as check from '../../../ui/form/checks.ts'
import { FormFailure } from '../../../ui/form/FormFailure.tsx'
import { DateField, MoneyField, SelectField } from '../../../ui/form/fields.tsx'
import { LongTextField, TextField } from '../../../ui/form/text-fields.tsx'
import { useForm } from '../../../ui/form/useForm.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import styles from '../../../ui/overlay/DialogForm.module.css'
import { showReallocated } from '../payment-acts.ts'
import type { PaymentDetail } from '../payment-query.ts'
import { dayOf, shownMethod } from '../payment-words.ts'
import type { Refund } from './money-back-states.ts'

/** Refunds a payment in full or in part; the button names amount and recipient. */
export default function RefundDialog({ payment, onClose }: { payment: PaymentDetail; onClose: () => void }) {
  // As it was when the form opened: if something was given back meanwhile, the server refuses and says what remains.
  const [left] = useState(() => refundable({ ...payment, settled_on: null }))
  const key = useKeptKey(`refund:${payment.payment_id}`)
  const byHand = isOutsideProvider(payment)
  const received_on = payment.settled_at ? dayOf(payment.settled_at) : today()
  const form = useForm({
    initial: {
      how: 'all',
      amount: left as number | null,
      reason: 'requested_by_customer',
      note: '',
      returned_on: today() as string,
      reference: '',
    },
    checks: {
      amount: (amount, { how }) =>
        how === 'all' ? null : (check.requiredMoney(amount) ?? outOfRange(amount as number, left)),
      returned_on: byHand
        ? check.all(
            check.required('Scrivi quando l’hai restituito.'),
            check.date,
            check.day((day) => whyNotReturnedOn(day, received_on)),
          )
        : undefined,
    },
    submit: async ({ how, amount, reason, note, returned_on, reference }) => {
      const refund = await api('POST /v1/stripe/refund/{id}', {
        params: { id: payment.payment_id },
        idempotencyKey: key,
        body: {
          amount: how === 'part' && amount !== null ? amount : left,
          reason: reason as keyof typeof refundReasons,
          note,
          ...(byHand ? { returned_on, reference } : {}),
        },
      })
      onClose()
      alertToast(outcome(refund), refund.state === 'failed' ? 'danger' : 'success')
      await showReallocated(payment.payment_id)
    },
  })
  const { how, amount } = form.values
  const given = how === 'all' ? left : amount
  const known = given !== null && Number.isFinite(given) && given > 0
  return (
    <Dialog opened title="Rimborsa il pagamento" onClose={onClose} size={480}>
      <form {...form.form} className={styles.form}>
        <p className={styles.note}>{where(payment)}</p>
        <Radio.Group
          label="Quanto"
          name="how"
          value={how}
          onChange={(value) => form.field('how').onChange(value)}
        >
          <div className={styles.choice}>
            <Radio value="all" label={`Tutto quello che resta, ${formatEuro(left)}`} />
            <Radio value="part" label="Una parte" />
          </div>
        </Radio.Group>
        {how === 'part' && (
          <MoneyField
            {...form.field('amount')}
            label="Importo da rimborsare"
            hint="La bolletta chiede di nuovo questo importo, dalla rata che scade più tardi."
            autoFocus
          />
        )}
        <SelectField
          {...form.field('reason')}
          label="Motivo"
          options={Object.entries(refundReasons).map(([value, label]) => ({ value, label }))}
        />
        {byHand && (
          <div className={styles.pair}>
            <DateField {...form.field('returned_on')} label="Restituito il" min={received_on} max={today()} />
            <TextField {...form.field('reference')} label="CRO o causale" required={false} maxLength={140} />
          </div>
        )}
        <LongTextField
          {...form.field('note')}
          label="Nota"
          hint="Resta nello studio: chi ha pagato non la vede."
          required={false}
          rows={2}
        />
        <FormFailure failure={form.failure} />
        <div className={styles.foot}>
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" color="mattone" loading={form.busy}>
            {known ? `Rimborsa ${formatEuro(given)} a ${payment.subject_nominative}` : 'Rimborsa'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const outOfRange = (amount: number, left: number) => {
  if (amount <= 0) return 'L’importo deve essere maggiore di zero.'
  return amount > left ? `Si possono rimborsare al massimo ${formatEuro(left)}.` : null
}

function where(payment: PaymentDetail): string {
  if (isOutsideProvider(payment))
    return 'Il denaro lo restituisci tu: qui ne resta traccia e la bolletta torna da pagare.'
  if (payment.method === 'CREDIT') return 'L’importo torna a credito di chi ha pagato.'
  return `Il denaro torna su ${shownMethod(payment)}, e quello che aveva pagato torna da pagare. Non si può annullare.`
}

function outcome({ state, amount, failure_reason }: Refund): string {
  if (state === 'failed') return `Non ho rimborsato. ${failure_reason}`
  if (state === 'succeeded') return `Rimborsati ${formatEuro(amount)}.`
  if (state === 'pending') return `Rimborso di ${formatEuro(amount)} chiesto alla banca.`
  return 'Il provider non ha ancora risposto. Non ripeterlo: il rimborso si aggiorna da solo.'
}
