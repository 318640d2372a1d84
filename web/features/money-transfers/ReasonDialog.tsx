import { Button } from '@mantine/core'
import { formatEuro } from '@saldo/domain/money'
import { alertToast } from '../../ui/feedback/toast.ts'
import * as check from '../../ui/form/checks.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { LongTextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import styles from '../../ui/overlay/DialogForm.module.css'
import { closeTransfer } from './transfer-acts.ts'
import type { TransferDetail } from './transfer-words.ts'

const words = {
  refuse: { title: 'Rifiuta', action: 'Rifiuta', done: 'Richiesta rifiutata.' },
  cancel: { title: 'Annulla', action: 'Annulla lo spostamento', done: 'Spostamento annullato.' },
}

/** Refuses a request or stops a transfer, with the reason. */
export default function ReasonDialog({
  transfer,
  act,
  onClose,
}: {
  transfer: TransferDetail
  act: 'refuse' | 'cancel'
  onClose: () => void
}) {
  const form = useForm({
    initial: { reason: '' },
    checks: { reason: check.required('Scrivi il motivo.') },
    submit: async ({ reason }) => {
      await closeTransfer(transfer.money_transfer_id, act, reason)
      alertToast(words[act].done, 'success')
      onClose()
    },
  })
  return (
    <Dialog
      opened
      title={`${words[act].title} ${formatEuro(transfer.amount)} di ${transfer.account_name}`}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Lascia così
          </Button>
          <Button type="submit" form="close-transfer" loading={form.busy}>
            {words[act].action}
          </Button>
        </>
      }
    >
      <form id="close-transfer" className={styles.form} {...form.form}>
        {act === 'cancel' && transfer.file_takers.length > 0 && (
          <p>
            Hanno scaricato il file: {transfer.file_takers.map(({ name }) => name).join(', ')}. Prima di
            annullare, la banca deve aver confermato che non l’ha.
          </p>
        )}
        <LongTextField {...form.field('reason')} label="Motivo" rows={2} />
        <FormFailure failure={form.failure} />
      </form>
    </Dialog>
  )
}
