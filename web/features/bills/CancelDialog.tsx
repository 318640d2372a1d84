import { formatEuro } from '@saldo/domain/money'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { counted } from '../../ui/grid/list.ts'
import { cancelBills } from './bill-acts.ts'
import type { Bill } from './bill-query.ts'
import { billWords } from './bill-words.ts'

/** Asks for the number (of one bill), or how many, to be typed before cancelling: it cannot be undone. */
export function CancelDialog({
  bills,
  onClose,
  onDone,
}: {
  bills: readonly Pick<Bill, 'bill_id' | 'number' | 'amount' | 'subject_nominative'>[]
  onClose: () => void
  onDone?: () => void
}) {
  const [only, ...others] = bills
  if (!only) return null
  const one = others.length === 0
  const total = formatEuro(bills.reduce((sum, { amount }) => sum + amount, 0))
  return (
    <ConfirmDialog
      opened
      danger
      title={one ? `Annullare la bolletta ${only.number}?` : `Annullare ${counted(bills.length, billWords)}?`}
      action={one ? 'Annulla la bolletta' : `Annulla ${counted(bills.length, billWords)}`}
      cancel="Lascia com’è"
      typed={one ? only.number : String(bills.length)}
      onClose={onClose}
      onConfirm={async () => {
        await cancelBills(bills.map(({ bill_id }) => bill_id))
        onClose()
        onDone?.()
      }}
    >
      {one
        ? `${only.subject_nominative} non dovrà più ${total} e il suo link smetterà di funzionare. Numero e storia restano.`
        : `In tutto ${total}: nessuno li dovrà più e i link smetteranno di funzionare. Numeri e storia restano.`}{' '}
      Non si può tornare indietro.
    </ConfirmDialog>
  )
}
