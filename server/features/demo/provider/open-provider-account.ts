import type { Services } from '../../../services.ts'
import { writeAccount } from '../../provider-accounts/apply-account.ts'
import { accountRequest, customerDetails } from '../../provider-accounts/customer-details.ts'
import { agreedFee, studioWithAccount } from '../agents.ts'
import { studios } from '../generate/studios.ts'

/**
 * Opens one office's complete account at the sandbox, and marks the past payments with a platform fee as paid to it.
 * Call it before the past is sent to the sandbox. Idempotent.
 */
export async function openProviderAccount(services: Services): Promise<void> {
  if (!services.providers.configured.includes('stripe')) return
  const { stripe } = services.providers.get('stripe')
  const opened = await services.asSystem(async (tx) => {
    const [customer] = await tx`
      select customer_id from customers where business_name = ${studios[studioWithAccount].business_name}`
    const whose = { customer_id: customer?.customer_id as number, provider_account: 'stripe' as const }
    // As the rest of the demo, it is nobody's act.
    await tx`set local saldo.bulk = 'yes'`
    const [begun] = await tx`
      insert into provider_accounts ${tx({ ...whose, ...agreedFee })} on conflict do nothing returning customer_id`
    if (!begun) return null
    return { whose, request: accountRequest(whose, await customerDetails(tx, whose.customer_id)) }
  })
  if (!opened) return
  const { whose, request } = opened
  const asked_at = new Date().toISOString()
  const { id } = await stripe.accounts.create(request)
  await completeAccount(services.providers.api_base as string, id)
  const account = await stripe.accounts.retrieve(id)
  await services.asSystem(async (tx) => {
    await tx`
      update provider_accounts
      set account_destination = ${id}, state = 'created', request = ${tx.json(request as never)}, requested_at = ${asked_at},
        updated_at = now()
      where customer_id = ${whose.customer_id} and provider_account = 'stripe'`
    await writeAccount(tx, whose, account, asked_at)
    await tx`
      update payment_attempts
      set request = request || jsonb_build_object('transfer_data', jsonb_build_object('destination', ${id}::text))
      where customer_id = ${whose.customer_id} and request ? 'application_fee_amount'`
  })
}

/** Completes the provider's form, as its holder would. */
export async function completeAccount(api_base: string, account: string): Promise<void> {
  const reply = await fetch(new URL('/_sandbox/accounts/complete', api_base), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account }),
  })
  if (!reply.ok) throw new Error(`the sandbox did not complete ${account}: ${reply.status}`)
}
