import type Stripe from 'stripe'
import { paymentResultUrl } from '../../../links/bill-link.ts'
import type { Services } from '../../../services.ts'
import { chargeOf } from './apply-intent.sql.ts'
import { applyIntent } from './apply-intent.ts'
import { type AttemptToAsk, attemptToAsk, markConfirming, markUnknown } from './attempts.sql.ts'
import { chargeExpanded } from './charge-expanded.ts'
import { createIntent } from './create-intent.ts'
import { isRefusal, refusalCode } from './refusal.ts'
import { settleAttempt } from './settle-attempt.ts'

/**
 * Charges an attempt while the payer waits: create, then confirm, each with its own idempotency key and with no
 * transaction open. A refusal is applied at once. If the provider does not answer, the attempt becomes unknown and the
 * sweep polls it.
 */
export async function chargeAttempt(services: Services, attempt_id: number): Promise<void> {
  const attempt = await services.asSystem((tx) => attemptToAsk(tx, attempt_id))
  try {
    const intent_id = await createIntent(services, attempt)
    await services.asSystem((tx) => markConfirming(tx, attempt_id))
    const intent = await confirmIntent(services, attempt, intent_id)
    await applyIntent(services, attempt_id, intent)
    if (chargeOf(intent)?.disputed) await settleAttempt(services, attempt_id)
  } catch (error) {
    if (isRefusal(error))
      await settleAttempt(services, attempt_id, { refusal: refusalCode(error), withdraw: true })
    else await leaveUnknown(services, attempt_id, error)
  }
}

function confirmIntent(services: Services, attempt: AttemptToAsk, intent_id: string) {
  const { stripe } = services.providers.get(attempt.provider_account)
  return stripe.paymentIntents.confirm(
    intent_id,
    {
      ...methodOf(attempt),
      ...(attempt.off_session
        ? { off_session: true }
        : { return_url: paymentResultUrl(services, attempt.payment_id) }),
      expand: chargeExpanded(attempt),
    },
    { idempotencyKey: `pay_${attempt.attempt_id}_confirm` },
  )
}

function methodOf(attempt: AttemptToAsk): Stripe.PaymentIntentConfirmParams {
  if (attempt.method === 'KLARNA') return { payment_method_data: klarnaOf(attempt) }
  const payment_method = attempt.payment_method_id as string
  if (attempt.method === 'CARD' || attempt.source_id !== null) return { payment_method }
  const { accepted_from, accepted_with } = attempt
  return {
    payment_method,
    mandate_data: {
      customer_acceptance: {
        type: 'online',
        online: { ip_address: accepted_from as string, user_agent: accepted_with as string },
      },
    },
  }
}

const klarnaOf = (attempt: AttemptToAsk): Stripe.PaymentIntentConfirmParams.PaymentMethodData => ({
  type: 'klarna',
  billing_details: {
    email: attempt.receipt_email ?? undefined,
    name: attempt.payer_name ?? undefined,
    address: { country: 'IT' },
  },
})

async function leaveUnknown(services: Services, attempt_id: number, error: unknown): Promise<void> {
  services.log.warn({ attempt_id, err: error }, 'the provider did not answer')
  await services.asSystem((tx) => markUnknown(tx, attempt_id))
}
