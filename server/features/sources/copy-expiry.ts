import type { Services } from '../../services.ts'
import type { SourceToAsk } from './sources.sql.ts'

/** Copies a card's expiry from the provider: banks renew cards and tell the provider. */
export async function copyExpiry(services: Services, source: SourceToAsk): Promise<void> {
  if (!source.provider_method) return
  const { stripe } = services.providers.get(source.provider_account)
  const { card } = await stripe.paymentMethods.retrieve(source.provider_method)
  await services.asSystem(
    (tx) => tx`
      update payment_sources
      set exp_month = ${card?.exp_month ?? null}, exp_year = ${card?.exp_year ?? null}, next_check_at = null, checks = 0
      where source_id = ${source.source_id} and state = 'active'`,
  )
}
