import * as contract from '@saldo/contract/payments/payments'
import { serveAcross } from '../../../http/serve.ts'
import { receiptFile } from './receipt-file.ts'

export const getReceipt = serveAcross(contract.paymentReceipt, ({ services, as, params }) =>
  receiptFile(services, as, params.id as number),
)
