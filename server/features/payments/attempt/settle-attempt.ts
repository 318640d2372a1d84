import Stripe from 'stripe'
import { emit } from '../../../events.ts'
import type { Services } from '../../../services.ts'
import { applyIntent, applyRefusal } from './apply-intent.ts'
import { type AttemptToAsk, attemptToAsk, rememberRefusal } from './attempts.sql.ts'
import { chargeExpanded } from './charge-expanded.ts'
import { createIntent } from './create-intent.ts'
import { isRefusal, refusalCode } from './refusal.ts'

/** The time a payer has to approve. After it the attempt is cancelled and the bill can be paid again. */
const approvalSeconds = 30 * 60
/**
 * After this time no request can still be confirming: create and confirm wait eight seconds each for the provider. If
 * one were slower, its confirm fails, because the attempt is cancelled at the provider first.
 */
const confirmSeconds = 30

type Asked = {
  /** The provider's refusal, if its call returned one. */
  refusal?: string
  /** Cancel the attempt now, unless the money has moved. */
  withdraw?: boolean
}

/**
 * Asks the provider for an attempt's state and applies it. An attempt that can no longer be completed is cancelled at
 * the provider first and closed here afterwards, so that nobody can pay what counts as unpaid. May repeat a create,
 * never a confirm. Throws when the provider does not answer: the attempt stays as it was.
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

/** The charge's `disputed` flag stays set for ever; its disputes tell how they ended. */
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

/** The most specific reason of a refusal. A debit's reason is on its charge. */
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

/** Only the provider can cancel: if the money moved meanwhile, it refuses and we apply the real state. */
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
