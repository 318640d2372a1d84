import { emit } from '../../events.ts'
import type { ProviderAccount } from '../../provider/providers.ts'
import type { Services } from '../../services.ts'
import { moveMandate } from './source-mandate.ts'

/**
 * A payer can revoke a mandate at their bank. Asks the provider for the mandate's state, and ends what depends on it.
 */
export async function applyMandateEvent(
  services: Services,
  account: ProviderAccount,
  provider_mandate: string,
): Promise<void> {
  const [mandate] = await services.asSystem(
    (tx) => tx`
      select source_id from mandates
      where provider_account = ${account} and provider_mandate = ${provider_mandate}
        and source_id is not null and state in ('active', 'suspended')`,
  )
  if (!mandate) return
  const atProvider = await services.providers.get(account).stripe.mandates.retrieve(provider_mandate)
  if (atProvider.status !== 'inactive') return
  await services.asSystem(async (tx) => {
    const why = { text: 'Revocato presso la banca', actor: 'banca' }
    await moveMandate(tx, mandate.source_id, 'revoked', why)
    const reason = 'Il mandato è stato revocato presso la banca.'
    await emit(services, tx, 'mandate_ended', { source_id: mandate.source_id, reason })
  })
}
