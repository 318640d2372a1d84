import Stripe from 'stripe'
import type { Services } from '../../services.ts'
import type { SourceToAsk } from './sources.sql.ts'

/** Removes a source at the provider. Succeeds if it was removed already. Throws when the provider does not answer. */
export async function removeAtProvider(services: Services, source: SourceToAsk): Promise<void> {
  if (source.provider_method) await detach(services, source.provider_method, source)
  await services.asSystem(
    (tx) => tx`
      update payment_sources set state = 'removed', next_check_at = null
      where source_id = ${source.source_id} and state = 'removing'`,
  )
}

async function detach(
  services: Services,
  method_id: string,
  { provider_account }: SourceToAsk,
): Promise<void> {
  const { stripe } = services.providers.get(provider_account)
  try {
    await stripe.paymentMethods.detach(method_id)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    const method = await stripe.paymentMethods.retrieve(method_id)
    if (method.customer) throw error
  }
}
