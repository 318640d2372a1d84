import { Button } from '@mantine/core'
import { today } from '@saldo/domain/dates'
import { alertToast } from '../../ui/feedback/toast.ts'
import * as check from '../../ui/form/checks.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { DateField, SelectField } from '../../ui/form/fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import styles from '../../ui/overlay/DialogForm.module.css'
import { recordOutcome } from './transfer-acts.ts'
import type { TransferDetail } from './transfer-words.ts'

/** Records what the bank did with a transfer that was handed over as a file: who took the file records only that it arrived. */
export default function OutcomeDialog({
  transfer,
  onClose,
}: {
  transfer: TransferDetail
  onClose: () => void
}) {
  const options =
    transfer.state === 'paid'
      ? [{ value: 'returned', label: 'È tornato indietro' }]
      : [
          { value: 'paid', label: 'È arrivato' },
          ...(transfer.why_not_free ? [] : [{ value: 'rejected', label: 'La banca l’ha rifiutato' }]),
        ]
  const form = useForm({
    initial: { outcome: options[0]?.value as string, day: today() as string },
    checks: { day: check.all(check.required('Scrivi il giorno dell’estratto conto.'), check.date) },
    submit: async ({ outcome, day }) => {
      await recordOutcome(transfer.money_transfer_id, { outcome: outcome as 'paid', day })
      alertToast('Esito registrato.', 'success')
      onClose()
    },
  })
  return (
    <Dialog
      opened
      title="Registra l’esito"
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" form="transfer-outcome" loading={form.busy}>
            Registra
          </Button>
        </>
      }
    >
      <form id="transfer-outcome" className={styles.form} {...form.form}>
        <SelectField
          {...form.field('outcome')}
          label="Esito"
          options={options}
          hint={transfer.why_not_free ?? undefined}
        />
        <DateField {...form.field('day')} label="Giorno sull’estratto conto" />
        <FormFailure failure={form.failure} />
      </form>
    </Dialog>
  )
}
