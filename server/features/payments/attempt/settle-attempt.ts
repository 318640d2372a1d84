import Stripe from 'stripe'
import { emit } from '../../../events.ts'
import type { Services } from '../../../services.ts'
import { applyIntent, applyRefusal } from './apply-intent.ts'
import { type AttemptToAsk, attemptToAsk, rememberRefusal } from './attempts.sql.ts'
import { chargeExpanded } from './charge-expanded.ts'
import { createIntent } from './create-intent.ts'
import { isRefusal, refusalCode } from './refusal.ts'

/** A payer may take this long to approve; then the attempt is withdrawn and the bill is free again. */
const approvalSeconds = 30 * 60
/**
 * After this long nobody is still confirming: creating and confirming wait for the provider twice, eight seconds each. Were
 * somebody slower still, the attempt is withdrawn at the provider first, and their confirm is refused there.
 */
const confirmSeconds = 30

type Asked = {
  /** The provider's refusal, when it was given to us directly. */
  refusal?: string
  /** Give the attempt up now unless the money has moved. */
  withdraw?: boolean
}

/**
 * Finds out from the provider how an attempt stands, and applies it. An attempt that can no longer be completed is
 * withdrawn at the provider first and closed here after, so that nobody can pay what we count as unpaid. It may replay a
 * create, never a confirm. Throws when the provider does not answer: the attempt stays as it was.
 */
export async function settleAttempt(
  services: Services,
  attempt_id: number,
  asked: Asked = {},
): Promise<void> {
  const attempt = await services.asSystem((tx) => attemptToAsk(tx, attempt_id))
  if (!attempt.provider_object && attempt.age < confirmSeconds && !asked.withdraw) return
  const { stripe } = services.providers.get(attempt.provider_account)
  const intent_id = await createIntent(services, attempt).catch((error) => {
    if (!isRefusal(error)) throw error
    return applyRefusal(services, attempt_id, refusalCode(error))
  })
  if (!intent_id) return
  const intent = await stripe.paymentIntents.retrieve(intent_id, { expand: chargeExpanded(attempt) })
  const refusal = asked.refusal ?? refusalOf(intent)
  if (refusal) await services.asSystem((tx) => rememberRefusal(tx, attempt_id, refusal))
  await applyIntent(
    services,
    attempt_id,
    isDead(intent, attempt, asked) ? await withdraw(stripe, intent, attempt) : intent,
  )
  await applyDisputesOf(services, attempt_id, stripe, intent)
}

/** Once a charge was disputed it says so for good; how that ended its disputes say. */
async function applyDisputesOf(
  services: Services,
  attempt_id: number,
  stripe: Stripe,
  intent: Stripe.PaymentIntent,
): Promise<void> {
  const charge = intent.latest_charge
  if (!charge || typeof charge === 'string' || !charge.disputed) return
  const { data } = await stripe.disputes.list({ charge: charge.id, limit: 100 })
  for (const dispute of data.toReversed())
    await services.asSystem((tx) => emit(services, tx, 'charge_disputed', { attempt_id, dispute }))
}

/** Why the provider refused, in the most telling words it has: a debit's reason stands on its charge. */
function refusalOf(intent: Stripe.PaymentIntent): string | null {
  const error = intent.last_payment_error
  if (!error) return null
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  return error.decline_code ?? charge?.failure_code ?? error.code ?? null
}

function isDead(intent: Stripe.PaymentIntent, attempt: AttemptToAsk, asked: Asked): boolean {
  switch (intent.status) {
    case 'requires_payment_method':
    case 'requires_confirmation':
      return Boolean(asked.withdraw || intent.last_payment_error) || stale(attempt)
    case 'requires_action':
      return Boolean(asked.withdraw) || attempt.age > approvalSeconds
    default:
      return false
  }
}

const stale = ({ confirming_for, age }: AttemptToAsk) => (confirming_for ?? age) > confirmSeconds

/** Cancelling is the provider's to decide: if the money moved meanwhile it refuses, and we learn the truth. */
async function withdraw(
  stripe: Stripe,
  intent: Stripe.PaymentIntent,
  attempt: AttemptToAsk,
): Promise<Stripe.PaymentIntent> {
  try {
    return await stripe.paymentIntents.cancel(intent.id, {
      cancellation_reason: 'abandoned',
      expand: chargeExpanded(attempt),
    })
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    return stripe.paymentIntents.retrieve(intent.id, { expand: chargeExpanded(attempt) })
  }
}
