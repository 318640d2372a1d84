import { checkoutReceipt } from './checkout-receipt.ts'
import { getCheckoutResult } from './checkout-result.ts'
import { getMyBill } from './get-my-bill.ts'
import { getMyBillTransfer } from './get-my-bill-transfer.ts'
import { getMyBillsTogether } from './get-my-bills-together.ts'
import { getMyOwed } from './get-my-owed.ts'
import { listDelegatedBills } from './list-delegated-bills.ts'
import { listMyBills } from './list-my-bills.ts'
import { myBillPdf } from './my-bill-pdf.ts'
import { myBillReceipt } from './my-bill-receipt.ts'

import { exportMyIssuedBills, listMyIssuedBills, summariseMyIssuedBills } from './my-issued-bills.ts'
import { exportMyPayments, listMyPayments, summariseMyPayments } from './my-payments.ts'

export const myBillRoutes = [
  getMyBill,
  getMyBillTransfer,
  myBillPdf,
  myBillReceipt,
  listMyBills,
  listDelegatedBills,
  getMyBillsTogether,
  getMyOwed,
  listMyPayments,
  summariseMyPayments,
  exportMyPayments,
  listMyIssuedBills,
  summariseMyIssuedBills,
  exportMyIssuedBills,
  getCheckoutResult,
  checkoutReceipt,
]
