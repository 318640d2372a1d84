import { Button } from '@mantine/core'
import { formatDate, formatLongDate, relativeDay, today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { useRef } from 'react'
import { api } from '../../../api.ts'
import { writtenAddress } from '../../../records/written-address.ts'
import { alertToast } from '../../../ui/feedback/toast.ts'
import * as check from '../../../ui/form/checks.ts'
import { FormFailure } from '../../../ui/form/FormFailure.tsx'
import { LongTextField, TextField } from '../../../ui/form/text-fields.tsx'
import { useForm } from '../../../ui/form/useForm.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import styles from '../../../ui/overlay/DialogForm.module.css'
import { showReallocated } from '../payment-acts.ts'
import type { PaymentDetail } from '../payment-query.ts'
import { dayOf } from '../payment-words.ts'
import type { Dispute } from './money-back-states.ts'

/** Evidence for the bank; it can be saved as a draft, and is sent once. */
export default function AnswerDialog({
  payment,
  dispute,
  onClose,
}: {
  payment: PaymentDetail
  dispute: Dispute
  onClose: () => void
}) {
  const submits = useRef(false)
  const { evidence } = dispute
  const form = useForm({
    initial: {
      customer_name: evidence.customer_name ?? payment.payer_name ?? payment.subject_nominative,
      customer_email_address: evidence.customer_email_address ?? writtenAddress(payment.receipt_email),
      product_description: evidence.product_description ?? describe(payment),
      service_date: evidence.service_date ?? '',
      uncategorized_text: evidence.uncategorized_text ?? '',
    },
    checks: {
      customer_email_address: check.email,
      uncategorized_text: (text) =>
        submits.current && text.trim() === '' ? 'Scrivi perché il pagamento è dovuto.' : null,
    },
    submit: async (answers) => {
      const submit = submits.current
      const said = await api('POST /v1/disputes/{id}/evidence', {
        params: { id: dispute.dispute_id },
        body: { ...answers, submit },
      })
      onClose()
      alertToast(submit ? answered(said) : 'Bozza salvata.', 'success')
      await showReallocated(payment.payment_id)
    },
  })
  const due = dispute.due_by && dayOf(dispute.due_by)
  return (
    <Dialog opened title="Rispondi alla contestazione" onClose={onClose} size={560}>
      <form {...form.form} className={styles.form}>
        <p className={styles.note}>
          {dispute.reason_says} {dispute.what_to_do}
          {due && ` Da inviare entro ${formatLongDate(due)}, ${relativeDay(due, today())}.`}
        </p>
        <LongTextField
          {...form.field('uncategorized_text')}
          label="Perché il pagamento è dovuto"
          hint="Con i messaggi scambiati: incolla qui e-mail e risposte, con le date."
          rows={7}
          data-autofocus
        />
        <LongTextField
          {...form.field('product_description')}
          label="Che cosa è stato pagato"
          maxLength={2000}
        />
        <div className={styles.pair}>
          <TextField
            {...form.field('customer_name')}
            label="Chi ha pagato"
            required={false}
            maxLength={200}
          />
          <TextField
            {...form.field('customer_email_address')}
            label="La sua e-mail"
            type="email"
            required={false}
            maxLength={254}
          />
        </div>
        <TextField
          {...form.field('service_date')}
          label="Periodo"
          hint="Per esempio: esercizio 2026"
          required={false}
          maxLength={100}
        />
        <FormFailure failure={form.failure} />
        <p className={styles.note}>Alla banca si risponde una volta sola: dopo l’invio non si cambia più.</p>
        <div className={styles.foot}>
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button
            variant="default"
            type="submit"
            disabled={form.busy}
            onClick={() => {
              submits.current = false
            }}
          >
            Salva la bozza
          </Button>
          <Button
            type="submit"
            loading={form.busy}
            onClick={() => {
              submits.current = true
            }}
          >
            Invia la risposta alla banca
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const describe = ({ bill_number, account_name, settled_at }: PaymentDetail) =>
  `Quote condominiali, bolletta ${bill_number} di ${account_name}${settled_at ? `, pagata il ${formatDate(dayOf(settled_at))}` : ''}`

function answered({ state, amount }: Dispute): string {
  if (state === 'won') return `Contestazione vinta: ${formatEuro(amount)} sono tornati.`
  if (state === 'lost') return 'Contestazione persa: la bolletta è di nuovo da pagare.'
  return 'Risposta inviata. Ora decide la banca, di solito entro due mesi.'
}
