import { type CreditRefundState, creditRefundStateLabels } from '@saldo/domain/payments/credit-refund'
import { CheckCircle, Clock, DataTransferBoth, Prohibition, Undo, WarningTriangle } from 'iconoir-react'
import type { State } from '../../ui/data/states.ts'

/** Not in states.ts: the first load needs none of it. */
export const refundStates: Record<CreditRefundState, State> = {
  waiting: { tone: 'warning', word: creditRefundStateLabels.waiting, icon: Clock },
  ordered: { tone: 'info', word: creditRefundStateLabels.ordered, icon: DataTransferBoth },
  executed: { tone: 'success', word: creditRefundStateLabels.executed, icon: CheckCircle },
  rejected: { tone: 'danger', word: creditRefundStateLabels.rejected, icon: WarningTriangle },
  returned: { tone: 'danger', word: creditRefundStateLabels.returned, icon: Undo },
  cancelled: { tone: 'neutral', word: creditRefundStateLabels.cancelled, icon: Prohibition },
}
