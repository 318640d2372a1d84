import type { Refund } from '@saldo/contract/payments/refunds'
import { refundFailure } from '@saldo/domain/payments/refund'
import type { Tx } from '../../db/connection.ts'

/** A payment's refunds visible to the actor, newest first. */
export async function refundsOf(tx: Tx, customer_id: number, payment_id: number): Promise<Refund[]> {
  const refunds = await tx<Omit<Refund, 'failure_reason'>[]>`
    select refund_id, payment_id, amount, way, state, reason, note, actor, provider_object, failure_code, returned_on,
      reference, created_at, updated_at
    from refunds where customer_id = ${customer_id} and payment_id = ${payment_id} order by refund_id desc`
  return refunds.map((refund) => ({
    ...refund,
    failure_reason: refund.failure_code ? refundFailure(refund.failure_code) : null,
  }))
}
