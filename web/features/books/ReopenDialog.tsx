import { Button } from '@mantine/core'
import { whyNotClosedTo } from '@saldo/domain/accounting/registration-dates'
import { formatDate } from '@saldo/domain/dates'
import { api } from '../../api.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import * as check from '../../ui/form/checks.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { DateField } from '../../ui/form/fields.tsx'
import { LongTextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import styles from './BooksState.module.css'
import { showClosings } from './books-query.ts'
import { ClosingHistory } from './ClosingHistory.tsx'

/** Reopens closed books, completely or back to an earlier day, with a reason. */
export default function ReopenDialog({
  account,
  closed_to,
  onClose,
}: {
  account: { account_id: number; name: string }
  closed_to: string
  onClose: () => void
}) {
  const form = useForm({
    initial: { closed_to: '', reason: '' },
    checks: {
      closed_to: (day) =>
        check.date(day) ??
        (day >= closed_to ? `Scegli un giorno prima del ${formatDate(closed_to)}.` : null) ??
        (day ? whyNotClosedTo(day) : null),
      reason: check.required('Scrivi perché riapri i conti.'),
    },
    submit: async ({ closed_to: day, reason }) => {
      await api('POST /v1/books/closings/{id}/reopen', {
        params: { id: account.account_id },
        body: { reason, closed_to: day || null },
      })
      onClose()
      alertToast(day ? `Conti chiusi fino al ${formatDate(day)}.` : 'Conti riaperti.', 'success')
      await showClosings()
    },
  })
  return (
    <Dialog opened title={`Riapri i conti di ${account.name}`} onClose={onClose} size={480}>
      <form {...form.form} className={styles.form}>
        <p className={styles.note}>
          I conti sono chiusi fino al {formatDate(closed_to)}. Quello che registri nei giorni riaperti cambia
          i saldi già stampati: il motivo resta nel registro modifiche.
        </p>
        <LongTextField {...form.field('reason')} label="Motivo" rows={3} autoFocus />
        <DateField
          {...form.field('closed_to')}
          label="Lascia chiusi fino al"
          hint="Vuoto: riapri tutto."
          required={false}
        />
        <ClosingHistory account_id={account.account_id} />
        <FormFailure failure={form.failure} />
        <div className={styles.foot}>
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" color="mattone" loading={form.busy}>
            Riapri i conti
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
