import type { PaymentState } from '@saldo/domain/payments/payment'
import type { Tx } from '../../../db/connection.ts'
import type { Actor } from '../../../http/actor.ts'
import { notFound } from '../../../http/errors.ts'

/** How a payload names a payment: by our id or by the provider's. Both must agree. */
export type PaymentNames = { payment_id?: number | undefined; payment_intent_id?: string | undefined }

/** Whether the payload names a payment at all. */
export const namesPayment = ({ payment_id, payment_intent_id }: PaymentNames): boolean =>
  payment_id !== undefined || payment_intent_id !== undefined

/**
 * The named payment, if the actor of `tx` may see it and, with `bill_ids`, if it is of these bills. A delegate follows what they
 * paid themselves: the result of another's payment leads to the bill's own link. Throws 404 if not.
 */
export async function namedPayment(
  tx: Tx,
  actor: Actor,
  { payment_id, payment_intent_id }: PaymentNames,
  bill_ids?: readonly number[],
): Promise<{ payment_id: number; state: PaymentState }> {
  const [payment] = await tx<{ payment_id: number; state: PaymentState }[]>`
    select p.payment_id, p.state from payments p
    where ${payment_id === undefined ? tx`true` : tx`p.payment_id = ${payment_id}`}
      and ${payment_intent_id === undefined ? tx`true` : isMadeBy(tx, payment_intent_id)}
      and ${actor.role === 'link' && actor.delegate ? tx`p.created_by = ${actor.user_id}` : tx`true`}
      and ${bill_ids === undefined ? tx`true` : isOfBills(tx, bill_ids)}`
  if (!payment) throw notFound('Il pagamento')
  return payment
}

const isMadeBy = (tx: Tx, payment_intent_id: string) => tx`exists (
  select from payment_attempts t
  where t.customer_id = p.customer_id and t.payment_id = p.payment_id and t.provider_object = ${payment_intent_id})`

const isOfBills = (tx: Tx, bill_ids: readonly number[]) => tx`exists (
  select from payment_bills pb
  where pb.customer_id = p.customer_id and pb.payment_id = p.payment_id and pb.bill_id in ${tx([...bill_ids])})`
