import type { BillState } from '@saldo/domain/bills/bill'
import type { ProgressState } from './PaymentProgress.tsx'

/** The progress that a state alone stands for; what was received may say more. Null for drafts and cancelled bills. */
const ofState: Record<BillState, ProgressState | null> = {
  draft: null,
  to_pay: 'open',
  due_soon: 'open',
  overdue: 'open',
  pending: 'pending',
  partly_paid: 'partial',
  paid: 'settled',
  returned: 'open',
  cancelled: null,
  refunded: 'refunded',
  disputed: 'disputed',
}

/**
 * What `PaymentProgress` shows of a bill, on every page: a bill that is overdue or came back may still have received a
 * part. Cents; null when there is nothing to show.
 */
export function billProgress({
  state,
  amount,
  settled,
}: {
  state: BillState
  amount: number
  settled: number
}): { due: number; received: number; state: ProgressState } | null {
  const progress = ofState[state]
  if (progress === null) return null
  const partly = progress === 'open' && settled > 0
  return { due: amount, received: settled, state: partly ? 'partial' : progress }
}
