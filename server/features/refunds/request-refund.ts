import Stripe from 'stripe'
import type { Services } from '../../services.ts'
import { applyRefund, refuseRefund } from './apply-refund.ts'
import * as sql from './refunds.sql.ts'

/** The provider remembers an idempotency key for a day; we stop repeating a call well before that. */
const keySeconds = 20 * 3600

/**
 * Asks the provider to refund, with no transaction open. Repeating is harmless: the same key and body are the same
 * refund. A refusal is applied at once; without an answer the refund becomes unknown and the sweep polls it.
 */
export async function requestRefund(services: Services, refund_id: number): Promise<void> {
  const refund = await services.asSystem(async (tx) => {
    await sql.markAsked(tx, refund_id)
    return sql.refundToAsk(tx, refund_id)
  })
  const { stripe } = services.providers.get(refund.provider_account)
  try {
    const given = await stripe.refunds.create(refund.request ?? {}, {
      idempotencyKey: `refund_${refund_id}`,
    })
    await applyRefund(services, refund_id, given)
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError)
      return refuseRefund(services, refund_id, error.code ?? 'declined')
    services.log.warn({ refund_id, err: error }, 'the provider did not answer about a refund')
    await services.asSystem((tx) => sql.markUnknown(tx, refund_id))
  }
}

/**
 * Polls a refund at the provider: by its id, or by our refund id among its charge's refunds. If the provider does not
 * know it, the call is repeated with the same key; once the key would be forgotten, the refund is given up as never
 * made.
 */
export async function settleRefund(services: Services, refund_id: number): Promise<void> {
  const refund = await services.asSystem((tx) => sql.refundToAsk(tx, refund_id))
  if (refund.way !== 'provider' || ['failed', 'cancelled'].includes(refund.state)) return
  const { stripe } = services.providers.get(refund.provider_account)
  const found = refund.provider_object
    ? await stripe.refunds.retrieve(refund.provider_object)
    : await refundAtProvider(stripe, refund)
  if (found) return applyRefund(services, refund_id, found)
  if ((refund.asked_for ?? 0) < keySeconds) return requestRefund(services, refund_id)
  return refuseRefund(services, refund_id, 'never_asked')
}

async function refundAtProvider(stripe: Stripe, refund: sql.RefundToAsk): Promise<Stripe.Refund | null> {
  const { charge, payment_intent } = refund.request ?? {}
  const of = charge ? { charge } : { payment_intent: payment_intent as string }
  for await (const each of stripe.refunds.list({ ...of, limit: 100 }))
    if (each.metadata?.refund_id === String(refund.refund_id)) return each
  return null
}
