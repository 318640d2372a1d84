import { PaymentProgress } from '../../ui/data/PaymentProgress.tsx'
import { billProgress } from '../../ui/data/states.ts'
import type { Bill } from './bill-query.ts'

type Lined = Pick<Bill, 'state' | 'amount' | 'settled'>

/** What is due and what came in of a bill; null for drafts and cancelled ones, which ask nothing. */
export function linesOf({ state, amount, settled }: Lined) {
  const lines = billProgress[state]
  if (!lines) return null
  // Past its date or returned, a bill may still have received a part.
  const partly = lines === 'open' && settled > 0
  return { due: amount, received: settled, state: partly ? ('partial' as const) : lines }
}

export function BillLines({ bill, thick }: { bill: Lined; thick?: boolean }) {
  const lines = linesOf(bill)
  return lines && <PaymentProgress {...lines} thick={thick} />
}
