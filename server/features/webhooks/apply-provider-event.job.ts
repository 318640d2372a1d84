import type { JobHandler } from '../../jobs/jobs.ts'
import { handlerOf, type ProviderEvent } from '../../provider/provider-events.ts'
import type { ProviderAccount } from '../../provider/providers.ts'

/** Applies a stored webhook event: the section concerned asks the provider for the current state. Idempotent. */
export const applyProviderEvent: JobHandler<'apply-provider-event'> = async (
  services,
  { provider_account, event_id },
) => {
  const [event] = await services.asSystem(
    (tx) => tx<ProviderEvent[]>`
      select type, object_id, payment_intent from provider_events
      where provider_account = ${provider_account} and event_id = ${event_id} and applied_at is null`,
  )
  if (!event) return
  const apply = handlerOf(services.provider_events, event.type)
  await apply?.(services, provider_account as ProviderAccount, event)
  await services.asSystem(
    (tx) => tx`
      update provider_events set applied_at = now()
      where provider_account = ${provider_account} and event_id = ${event_id}`,
  )
}
