import type Stripe from 'stripe'
import type { Tx } from '../../../db/connection.ts'
import type { Services } from '../../../services.ts'
import { rememberSetup, type SourceToAsk } from '../sources.sql.ts'
import { ensureProviderCustomer } from './provider-customer.ts'

/**
 * Creates the source's object at the provider unless it exists. Repeating with the same key returns the same object.
 */
export async function createSetup(services: Services, source: SourceToAsk): Promise<string> {
  if (source.provider_setup) return source.provider_setup
  const made = await beginSetup(services, source)
  return made.id
}

/** Creates the setup of a new source: returns the object's secret for the browser; it is not stored. */
export async function beginSetup(services: Services, source: SourceToAsk): Promise<Stripe.SetupIntent> {
  const owner = await services.asSystem((tx) => ownerNames(tx, source))
  const customer = await ensureProviderCustomer(
    services,
    owner,
    source.provider_account,
    source.email || null,
  )
  const { stripe } = services.providers.get(source.provider_account)
  const setup = await stripe.setupIntents.create(
    {
      customer,
      usage: 'off_session',
      allowed_payment_method_types: [source.type],
      metadata: { source_id: String(source.source_id) },
    },
    { idempotencyKey: `source_${source.source_id}_create` },
  )
  await services.asSystem((tx) =>
    rememberSetup(tx, source.source_id, { provider_setup: setup.id, provider_customer: customer }),
  )
  return setup
}

async function ownerNames(tx: Tx, { customer_id, subject_id }: SourceToAsk) {
  const [row] = await tx`
    select c.business_name, coalesce(s.nominative, c.business_name) as name, coalesce(s.email, c.primary_email) as email
    from customers c left join subjects s on s.customer_id = c.customer_id and s.subject_id = ${subject_id}
    where c.customer_id = ${customer_id}`
  return {
    customer_id,
    subject_id,
    ...(row as { business_name: string; name: string; email: string | null }),
  }
}
