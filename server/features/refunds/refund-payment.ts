import type { Refund } from '@saldo/contract/payments/refunds'
import * as contract from '@saldo/contract/payments/refunds'
import type { Tx } from '../../db/connection.ts'
import { requestKey } from '../../http/idempotency-key.ts'
import { serveAcross } from '../../http/serve.ts'
import { answerWithin } from '../../provider/wait-for-provider.ts'
import { openRefund } from './open-refund.ts'
import { refundsOf } from './refunds-of-payment.ts'
import { requestRefund } from './request-refund.ts'

/**
 * Refunds a payment: reserves the amount, calls the provider, applies the answer. The caller waits three seconds at
 * most.
 */
export const refundPayment = serveAcross(
  contract.refundPayment,
  async ({ services, as, params, body, request }) => {
    const order = { ...body, ...requestKey(request, body) }
    const { refund_id, ask } = await as((tx, actor) => openRefund(services, tx, actor, params.id, order))
    if (ask) await answerWithin(services, requestRefund(services, refund_id))
    return as((tx) => refundOf(tx, params.id, refund_id))
  },
)

async function refundOf(tx: Tx, payment_id: number, refund_id: number): Promise<Refund> {
  const [payment] = await tx`select customer_id from payments where payment_id = ${payment_id}`
  const refunds = await refundsOf(tx, payment?.customer_id, payment_id)
  return refunds.find((refund) => refund.refund_id === refund_id) as Refund
}
