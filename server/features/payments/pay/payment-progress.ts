import type { PaymentProgress } from '@saldo/contract/payments/payments'
import { declineSentence } from '@saldo/domain/payments/payment'
import type { Tx } from '../../../db/connection.ts'
import { notFound } from '../../../http/errors.ts'
import { linkToken } from '../../../http/link-token.ts'
import type { Services } from '../../../services.ts'

/**
 * A payment's current state, if the actor of `tx` may see it. Why it failed tells of the card or account that paid: of one that
 * a delegate made, it is said to the delegate alone. Throws 404 if the payment is not visible.
 */
export async function progressOf(tx: Tx, services: Services, payment_id: number): Promise<PaymentProgress> {
  const [payment] = await tx`
    select p.payment_id, p.state, p.amount, t.next_action_url, told.why, case when told.why then p.failure_code end as failure_code
    from payments p
    left join lateral (
      select next_action_url from payment_attempts t
      where t.customer_id = p.customer_id and t.payment_id = p.payment_id order by attempt_id desc limit 1
    ) t on true
    cross join lateral (
      select p.created_by is not distinct from actor_user_id() or not is_paid_by_delegate(p.payment_id) as why
    ) told
    where p.payment_id = ${payment_id}`
  if (!payment) throw notFound('Il pagamento')
  const { state, next_action_url, failure_code, why } = payment
  const refused = state === 'failed' || state === 'cancelled'
  return {
    payment_id,
    state,
    amount: payment.amount,
    result_token: linkToken(services.env.SALDO_SECRET, { opens: 'payment', payment_id }),
    next_action: state === 'requires_action' && next_action_url ? { redirect_url: next_action_url } : null,
    failure_code,
    failure_reason: refused && why ? declineSentence(failure_code) : null,
  }
}
