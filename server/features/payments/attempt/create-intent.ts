import type { Services } from '../../../services.ts'
import { type AttemptToAsk, rememberIntent } from './attempts.sql.ts'

/**
 * Creates the attempt's object at the provider, unless it exists. Repeating is harmless: the same key and body give the
 * same object, and if the provider has forgotten the key (after a day), the new object is never confirmed.
 */
export async function createIntent(services: Services, attempt: AttemptToAsk): Promise<string> {
  if (attempt.provider_object) return attempt.provider_object
  const { stripe } = services.providers.get(attempt.provider_account)
  const intent = await stripe.paymentIntents.create(attempt.request, {
    idempotencyKey: `pay_${attempt.attempt_id}_create`,
  })
  await services.asSystem((tx) => rememberIntent(tx, attempt.attempt_id, intent.id))
  return intent.id
}
