import type { ProviderAccount } from '../../../provider/providers.ts'
import type { Services } from '../../../services.ts'
import type { Owner } from '../owner.ts'

/**
 * The owner's customer at the provider (`cus_…`), created if there is none. The request is stored first and repeated
 * with the same key, so that a lost answer creates no second one. Throws when the provider does not answer.
 */
export async function ensureProviderCustomer(
  services: Services,
  owner: Owner,
  provider_account: ProviderAccount,
  email: string | null,
): Promise<string> {
  const known = await services.asSystem(async (tx) => {
    const { customer_id, subject_id, name } = owner
    await tx`
      insert into provider_customers ${tx({ customer_id, subject_id, provider_account, name, email: email ?? owner.email })}
      on conflict do nothing`
    const [row] = await tx<Row[]>`
      select provider_customer_id, provider_object, name, email from provider_customers
      where customer_id = ${customer_id} and subject_id is not distinct from ${subject_id}
        and provider_account = ${provider_account}`
    return row as Row
  })
  if (known.provider_object) return known.provider_object
  const { stripe } = services.providers.get(provider_account)
  const metadata = { customer_id: String(owner.customer_id), subject_id: String(owner.subject_id ?? '') }
  const made = await stripe.customers.create(
    { name: known.name, ...(known.email && { email: known.email }), metadata },
    { idempotencyKey: `customer_${known.provider_customer_id}` },
  )
  // If requests run in parallel, the first one's object is stored, because saved methods are attached to it.
  return services.asSystem(async (tx) => {
    const [row] = await tx`
      update provider_customers set provider_object = coalesce(provider_object, ${made.id})
      where provider_customer_id = ${known.provider_customer_id} returning provider_object`
    return row?.provider_object as string
  })
}

type Row = {
  provider_customer_id: number
  provider_object: string | null
  name: string
  email: string | null
}
