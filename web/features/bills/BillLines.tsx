import { PaymentProgress } from '../../ui/data/PaymentProgress.tsx'
import { billProgress } from '../../ui/data/states.ts'
import type { Bill } from './bill-query.ts'

type Lined = Pick<Bill, 'state' | 'amount' | 'settled'>

/** Payment progress of a bill; nothing for drafts and cancelled bills. */
export function linesOf({ state, amount, settled }: Lined) {
  const lines = billProgress[state]
  if (!lines) return null
  // An overdue or returned bill may still have received a part.
  const partly = lines === 'open' && settled > 0
  return { due: amount, received: settled, state: partly ? ('partial' as const) : lines }
}

export function BillLines({ bill, thick }: { bill: Lined; thick?: boolean }) {
  const lines = linesOf(bill)
  return lines && <PaymentProgress {...lines} thick={thick} />
}
