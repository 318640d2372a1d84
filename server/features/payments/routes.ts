import type { Route } from '../../http/serve.ts'
import { apikey } from './apikey.ts'
import { confirmPayment } from './confirm-payment.ts'
import { exportPayments } from './export-payments.ts'
import { getReceipt } from './get-receipt.ts'
import { listPayments, summarisePayments } from './list-payments.ts'
import { moveAllocation } from './move-allocation.ts'
import { charge, klarna } from './pay-bill.ts'
import { previewTransfer, registerTransfer } from './register-transfer.ts'
import { useCredit, useMyCredit } from './use-credit.ts'

export const paymentRoutes: Route[] = [
  listPayments,
  summarisePayments,
  exportPayments,
  getReceipt,
  charge,
  klarna,
  confirmPayment,
  apikey,
  previewTransfer,
  registerTransfer,
  moveAllocation,
  useCredit,
  useMyCredit,
]
