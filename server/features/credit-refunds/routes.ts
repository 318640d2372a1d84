import type { Route } from '../../http/serve.ts'
import { cancelTransferOrder } from './cancel-order.ts'
import { cancelCreditRefund } from './cancel-refund.ts'
import { getCredit } from './credit-detail.ts'
import { exportCredits, listCredits, summariseCredits } from './credits-list.ts'
import { createTransferOrder, getTransferOrder } from './make-order.ts'
import { recordCreditRefundOutcome } from './record-outcome.ts'
import { refundCredit } from './refund-credit.ts'
import { exportCreditRefunds, listCreditRefunds, summariseCreditRefunds } from './refunds-list.ts'

export const creditRefundRoutes: Route[] = [
  listCredits,
  summariseCredits,
  exportCredits,
  getCredit,
  refundCredit,
  listCreditRefunds,
  summariseCreditRefunds,
  exportCreditRefunds,
  cancelCreditRefund,
  recordCreditRefundOutcome,
  createTransferOrder,
  getTransferOrder,
  cancelTransferOrder,
]
