import { Button } from '@mantine/core'
import { whyNotClosedTo } from '@saldo/domain/accounting/registration-dates'
import { addDays, formatDate, today } from '@saldo/domain/dates'
import { api } from '../../api.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import * as check from '../../ui/form/checks.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { DateField } from '../../ui/form/fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import styles from './BooksState.module.css'
import { showClosings } from './books-query.ts'
import { ClosingHistory } from './ClosingHistory.tsx'

/** Closes a condominium's books until a day, by default the end of last month. */
export default function CloseDialog({
  account,
  onClose,
}: {
  account: { account_id: number; name: string; closed_to: string | null }
  onClose: () => void
}) {
  const lastMonth = addDays(`${today().slice(0, 7)}-01`, -1)
  const form = useForm({
    initial: { closed_to: account.closed_to && account.closed_to >= lastMonth ? '' : lastMonth },
    checks: {
      closed_to: check.all(
        check.required('Scrivi fino a quale giorno chiudere i conti.'),
        check.date,
        (day) => whyNotClosedTo(day),
      ),
    },
    submit: async ({ closed_to }) => {
      await api('POST /v1/books/closings/{id}', { params: { id: account.account_id }, body: { closed_to } })
      onClose()
      alertToast(`Conti chiusi fino al ${formatDate(closed_to)}.`, 'success')
      await showClosings()
    },
  })
  return (
    <Dialog opened title={`Chiudi i conti di ${account.name}`} onClose={onClose} size={480}>
      <form {...form.form} className={styles.form}>
        <p className={styles.note}>
          Nei giorni chiusi non si registra più nulla: quello che hai stampato resta com’è. Se serve, puoi
          riaprirli indicando il motivo.
        </p>
        <DateField {...form.field('closed_to')} label="Chiudi i conti fino al" />
        <ClosingHistory account_id={account.account_id} />
        <FormFailure failure={form.failure} />
        <div className={styles.foot}>
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" loading={form.busy}>
            Chiudi i conti
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
