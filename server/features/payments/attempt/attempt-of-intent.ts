import type { ProviderAccount } from '../../../provider/providers.ts'
import type { Services } from '../../../services.ts'
import { linkIntent } from './link-intent.ts'

/**
 * The attempt of a payment intent: by its id or, when the event came before the answer, by the attempt id in its
 * metadata.
 */
export async function attemptOfIntent(
  services: Services,
  account: ProviderAccount,
  intent_id: string,
): Promise<number | null> {
  const known = await services.asSystem(
    (tx) => tx`
      select attempt_id from payment_attempts where provider_account = ${account} and provider_object = ${intent_id}`,
  )
  if (known[0]) return known[0].attempt_id
  const { metadata } = await services.providers.get(account).stripe.paymentIntents.retrieve(intent_id)
  const attempt_id = Number(metadata.attempt_id)
  if (!Number.isSafeInteger(attempt_id)) return null
  return linkIntent(services, { provider_account: account, attempt_id, payment_intent: intent_id })
}
