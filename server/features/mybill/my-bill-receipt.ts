import * as contract from '@saldo/contract/bills/mybill'
import { serveAcross } from '../../http/serve.ts'
import { receiptFile } from '../payments/receipt/receipt-file.ts'

/** Row-level security shows a bill's link only the payments of that bill: any other is a 404. */
export const myBillReceipt = serveAcross(contract.myBillReceipt, ({ services, as, params }) =>
  receiptFile(services, as, params.payment_id),
)
