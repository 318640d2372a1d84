import * as contract from '@saldo/contract/bills/mybill'
import { notFound } from '../../http/errors.ts'
import { serveAcross } from '../../http/serve.ts'
import { receiptFile } from '../payments/receipt/receipt-file.ts'

export const checkoutReceipt = serveAcross(contract.checkoutReceipt, async ({ services, as, actor }) => {
  const payment_id = actor.role === 'link' ? actor.payment_id : null
  if (payment_id === null) throw notFound('Il pagamento')
  return receiptFile(services, as, payment_id)
})
