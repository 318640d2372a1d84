import type Stripe from 'stripe'
import type { ProviderAccount } from '../../provider/providers.ts'
import type { Services } from '../../services.ts'
import { attemptOfIntent } from '../payments/attempt/attempt-of-intent.ts'
import { settleAttempt } from '../payments/attempt/settle-attempt.ts'
import { applyRefund } from './apply-refund.ts'
import { insertRefund } from './refunds.sql.ts'

/**
 * Handles a refund event: asks the provider for its state. A refund made by hand at the provider is recorded here too.
 */
export async function applyRefundEvent(
  services: Services,
  account: ProviderAccount,
  provider_object: string,
): Promise<void> {
  const { stripe } = services.providers.get(account)
  const given = await stripe.refunds.retrieve(provider_object)
  const refund_id = (await knownRefund(services, account, given)) ?? (await adopt(services, account, given))
  if (refund_id) await applyRefund(services, refund_id, given)
}

/**
 * Finds the refund by the provider's id or, when the event came before our answer, by the refund id in its metadata.
 */
async function knownRefund(
  services: Services,
  account: ProviderAccount,
  given: Stripe.Refund,
): Promise<number | null> {
  const claimed = Number(given.metadata?.refund_id ?? Number.NaN)
  const [known] = await services.asSystem(
    (tx) => tx`
      select r.refund_id from refunds r
      where r.provider_account = ${account} and (r.provider_object = ${given.id}
        or (r.refund_id = ${Number.isSafeInteger(claimed) ? claimed : 0} and r.provider_object is null
          and r.amount = ${given.amount} and exists (
            select from payment_attempts t where t.customer_id = r.customer_id and t.payment_id = r.payment_id
              and t.provider_account = r.provider_account and t.provider_object = ${intentOf(given)})))
      order by r.provider_object nulls last limit 1`,
  )
  return known?.refund_id ?? null
}

async function adopt(
  services: Services,
  account: ProviderAccount,
  given: Stripe.Refund,
): Promise<number | null> {
  const intent_id = intentOf(given)
  const attempt_id = intent_id && (await attemptOfIntent(services, account, intent_id))
  // Not our payment, or a refund that failed before we heard of it: nothing to record.
  if (!attempt_id || given.status === 'failed' || given.status === 'canceled') return null
  await settleAttempt(services, attempt_id)
  return services.asSystem(async (tx) => {
    const [payment] = await tx`
      select customer_id, payment_id from payment_attempts where attempt_id = ${attempt_id}`
    const [same] = await tx`
      select refund_id from refunds where provider_account = ${account} and provider_object = ${given.id}`
    if (same) return same.refund_id
    return insertRefund(tx, {
      ...{ customer_id: payment?.customer_id, payment_id: payment?.payment_id, amount: given.amount },
      ...{ way: 'provider', provider_account: account, provider_object: given.id, actor: 'provider' },
      reason: reasonOf(given),
      note: 'Rimborso fatto dal provider, non da Saldo.',
    })
  })
}

const reasonOf = ({ reason }: Stripe.Refund) =>
  reason === 'duplicate' || reason === 'fraudulent' ? reason : 'requested_by_customer'

const intentOf = ({ payment_intent }: Stripe.Refund): string | null =>
  typeof payment_intent === 'object' ? (payment_intent?.id ?? null) : payment_intent
