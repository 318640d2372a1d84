import { billProgress } from '../../ui/data/bill-progress.ts'
import { PaymentProgress } from '../../ui/data/PaymentProgress.tsx'
import type { Bill } from './bill-query.ts'

/** Payment progress of a bill; nothing for drafts and cancelled bills. */
export function BillLines({
  bill,
  thick,
}: {
  bill: Pick<Bill, 'state' | 'amount' | 'settled'>
  thick?: boolean
}) {
  const lines = billProgress(bill)
  return lines && <PaymentProgress {...lines} thick={thick} />
}
