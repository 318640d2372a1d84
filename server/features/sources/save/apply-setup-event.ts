import type { ProviderAccount } from '../../../provider/providers.ts'
import type { Services } from '../../../services.ts'
import { settleSource } from '../settle-source.ts'

/** Handles an event of a setup intent: its source asks the provider for the state. */
export async function applySetupEvent(
  services: Services,
  account: ProviderAccount,
  provider_setup: string,
): Promise<void> {
  const [source] = await services.asSystem(
    (tx) => tx`
      select source_id from payment_sources
      where provider_account = ${account} and provider_setup = ${provider_setup}`,
  )
  if (source) await settleSource(services, source.source_id)
}
