import type { JobHandler } from '../../jobs/worker.ts'
import type { ProviderAccount } from '../../provider/providers.ts'
import type { Services } from '../../services.ts'
import { applyAccountEvent } from '../provider-accounts/apply-account.ts'
import { claimIntent } from './claim-intent.ts'
import { settleAttempt } from './settle-attempt.ts'

/** Applies an event of the inbox: asks the provider how its payment stands now. Meeting it again changes nothing. */
export const applyProviderEvent: JobHandler<'apply-provider-event'> = async (
  services,
  { provider_account, event_id },
) => {
  const [event] = await services.asSystem(
    (tx) => tx`
      select type, object_id, payment_intent from provider_events
      where provider_account = ${provider_account} and event_id = ${event_id} and applied_at is null`,
  )
  if (!event) return
  if (event.type === 'account.updated')
    await applyAccountEvent(services, provider_account as ProviderAccount, event.object_id)
  const attempt_id =
    event.payment_intent &&
    (await attemptOf(services, provider_account as ProviderAccount, event.payment_intent))
  if (attempt_id) await settleAttempt(services, attempt_id)
  await services.asSystem(
    (tx) => tx`
      update provider_events set applied_at = now()
      where provider_account = ${provider_account} and event_id = ${event_id}`,
  )
}

/** The attempt of a payment intent: by its id, or by our own mark when the news came before the answer did. */
async function attemptOf(
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
  return claimIntent(services, { provider_account: account, attempt_id, payment_intent: intent_id })
}
