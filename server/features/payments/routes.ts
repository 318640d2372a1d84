import type { Route } from '../../http/serve.ts'
import { moveAllocation } from './allocate/move-allocation.ts'
import { previewCollections, registerCollections } from './collect/collect-bills.ts'
import { previewCollection, registerCollection } from './collect/register-collection.ts'
import { reverseCollection } from './collect/reverse-collection.ts'
import { exportPayments } from './export-payments.ts'
import { apikey } from './pay/apikey.ts'
import { confirmPayment } from './pay/confirm-payment.ts'
import { charge, klarna } from './pay/pay-bill.ts'
import { useCredit, useMyCredit } from './pay/use-credit.ts'
import { listPayments, summarisePayments } from './payments-list.ts'
import { getReceipt } from './receipt/get-receipt.ts'

export const paymentRoutes: Route[] = [
  listPayments,
  summarisePayments,
  exportPayments,
  getReceipt,
  charge,
  klarna,
  confirmPayment,
  apikey,
  previewCollection,
  registerCollection,
  previewCollections,
  registerCollections,
  reverseCollection,
  moveAllocation,
  useCredit,
  useMyCredit,
]
