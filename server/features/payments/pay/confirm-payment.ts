import * as contract from '@saldo/contract/payments/payments'
import { serveAcross } from '../../../http/serve.ts'
import { namedPayment } from './named-payment.ts'
import { progressOf } from './payment-progress.ts'
import { refreshPayment } from './refresh-payment.ts'

/** The payer is back from the bank's page: polls the payment. Access was already checked. */
export const confirmPayment = serveAcross(contract.confirmPayment, async ({ services, as, body }) => {
  const { payment_id } = await as((tx, actor) => namedPayment(tx, actor, body))
  await refreshPayment(services, payment_id)
  return as((tx) => progressOf(tx, services, payment_id))
})
