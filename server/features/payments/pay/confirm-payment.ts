import * as contract from '@saldo/contract/payments/payments'
import { notFound } from '../../../http/errors.ts'
import { serveAcross } from '../../../http/serve.ts'
import { progressOf } from './payment-progress.ts'
import { refreshPayment } from './refresh-payment.ts'

/** The payer is back from the bank's page: polls the payment. Access was already checked. */
export const confirmPayment = serveAcross(contract.confirmPayment, async ({ services, as, body }) => {
  const [seen] = await as((tx) => tx`select payment_id from payments where payment_id = ${body.payment_id}`)
  if (!seen) throw notFound('Il pagamento')
  await refreshPayment(services, body.payment_id)
  return as((tx) => progressOf(tx, services, body.payment_id))
})
