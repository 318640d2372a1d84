import { cardBrandOf } from '@saldo/domain/payments/payment-method'
import type Stripe from 'stripe'
import type { Tx } from '../../../db/connection.ts'
import { idOf } from '../../../provider/provider-object.ts'
import type { Services } from '../../../services.ts'
import { adoptAttemptMandate } from '../../mandates/attempt-mandate.ts'
import { lockOwnerOf, sourceToAsk } from '../sources.sql.ts'
import { activateSource } from './activate-source.ts'

/**
 * Saves the method of a payment as a source of the bill's subject, if the payer asked for it and the provider has saved
 * it, and has not closed their access meanwhile. The mandate is the one accepted with the payment. Idempotent. Returns the
 * new source; null when none was made.
 */
export async function saveMethod(
  services: Services,
  tx: Tx,
  attempt: { attempt_id: number; customer_id: number; subject_id: number; source_id: number | null },
  intent: Stripe.PaymentIntent,
): Promise<number | null> {
  const [wish] = await tx`
    select t.provider_account
    from payment_attempts t join payments p on p.customer_id = t.customer_id and p.payment_id = t.payment_id
    where t.attempt_id = ${attempt.attempt_id} and t.keeps_method and t.source_id is null
      and (p.created_by is null or exists (select from users u where u.user_id = p.created_by and u.state = 'active'))`
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  const provider_method = idOf(intent.payment_method)
  const provider_customer = idOf(intent.customer)
  if (!wish || !charge || !provider_method || !provider_customer) return null
  const { card, sepa_debit } = charge.payment_method_details ?? {}
  const { customer_id, subject_id, attempt_id } = attempt
  const [made] = await tx`
    insert into payment_sources ${tx({
      customer_id,
      subject_id,
      provider_account: wish.provider_account,
      type: card ? 'card' : 'sepa_debit',
      state: 'pending',
      provider_customer,
      provider_method,
      email: charge.billing_details.email ?? (await addressOf(tx, attempt_id)),
    })} on conflict do nothing returning source_id`
  if (!made) return null
  const source_id = made.source_id as number
  await adoptAttemptMandate(tx, attempt_id, source_id)
  await lockOwnerOf(tx, source_id)
  await activateSource(services, tx, await sourceToAsk(tx, source_id), {
    provider_method,
    holder: charge.billing_details.name,
    brand: card ? cardBrandOf(card.brand) : 'bank',
    last4: card?.last4 ?? sepa_debit?.last4 ?? null,
    exp_month: card?.exp_month ?? null,
    exp_year: card?.exp_year ?? null,
    fingerprint: card?.fingerprint ?? sepa_debit?.fingerprint ?? null,
    provider_mandate: sepa_debit?.mandate ?? null,
    umr: null,
  })
  return source_id
}

/** The address for notices: the one given with the payment, else the subject's. */
async function addressOf(tx: Tx, attempt_id: number): Promise<string> {
  const [row] = await tx`
    select coalesce(p.receipt_email, s.email, '') as email
    from payment_attempts t
    join payments p on p.customer_id = t.customer_id and p.payment_id = t.payment_id
    join subjects s on s.customer_id = p.customer_id and s.subject_id = p.subject_id
    where t.attempt_id = ${attempt_id}`
  return row?.email ?? ''
}
