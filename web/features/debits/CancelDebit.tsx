import { formatEuro } from '@saldo/domain/money'
import { api } from '../../api.ts'
import { errorSentence } from '../../api-error.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { type Debit, refreshDebits } from './debit-query.ts'

/** Asks before a debit that has not started is cancelled. */
export function CancelDebit({ debit, onClose }: { debit: Debit; onClose: () => void }) {
  const cancel = async () => {
    try {
      await api('POST /v1/debits/cancel/{id}', { params: { id: debit.debit_id } })
      alertToast(`L’addebito della bolletta ${debit.bill_number} non parte più.`, 'success')
    } catch (error) {
      alertToast(`Non l’ho annullato. ${errorSentence(error)}`, 'danger')
    }
    await refreshDebits()
    onClose()
  }
  return (
    <ConfirmDialog
      opened
      danger
      title={`Annulla l’addebito di ${formatEuro(debit.amount)}`}
      action="Annulla l’addebito"
      cancel="Lascia com’è"
      onClose={onClose}
      onConfirm={cancel}
    >
      La bolletta {debit.bill_number} resta da pagare in un altro modo. Chi ha già ricevuto il preavviso non
      ne riceve un altro: avvisalo.
    </ConfirmDialog>
  )
}
