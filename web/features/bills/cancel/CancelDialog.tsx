import { formatEuro } from '@saldo/domain/money'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { cancelBill } from '../bill-acts.ts'
import type { Bill } from '../bill-query.ts'

/** Cancels a bill; its number must be typed, because it cannot be undone. */
export function CancelDialog({
  bill,
  onClose,
}: {
  bill: Pick<Bill, 'bill_id' | 'number' | 'amount' | 'subject_nominative'>
  onClose: () => void
}) {
  return (
    <ConfirmDialog
      opened
      danger
      title={`Annulla la bolletta ${bill.number}`}
      action="Annulla la bolletta"
      cancel="Lascia com’è"
      typed={bill.number}
      onClose={onClose}
      onConfirm={async () => {
        await cancelBill(bill.bill_id)
        onClose()
      }}
    >
      {bill.subject_nominative} non dovrà più {formatEuro(bill.amount)} e il suo link smetterà di funzionare.
      Numero e storia restano. Non si può tornare indietro.
    </ConfirmDialog>
  )
}
