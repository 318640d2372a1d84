import * as contract from '@saldo/contract/registry/provider-accounts'
import type { As } from '../../http/actor.ts'
import { serveAcross } from '../../http/serve.ts'
import { askProvider, isGone } from '../../provider/ask-provider.ts'
import type { ProviderAccount } from '../../provider/providers.ts'
import { findAccount } from './provider-account.sql.ts'
import { mustBeConfigured, noAccount } from './refusals.ts'

/** Proxies the provider's `GET /v1/account`: passes on its documented fields and no secret key. */
export const providerProfile = serveAcross(contract.providerProfile, async ({ services, as, query }) => {
  const { provider_account } = query
  mustBeConfigured(services, provider_account)
  const destination = await ownDestination(as, provider_account)
  const { stripe } = services.providers.get(provider_account)
  const account = await askProvider(() =>
    destination ? stripe.accounts.retrieve(destination) : stripe.accounts.retrieveCurrent(),
  ).catch((error: unknown) => {
    throw isGone(error) ? noAccount() : error
  })
  return {
    id: account.id,
    object: 'account' as const,
    business_name:
      account.business_profile?.name ??
      account.company?.name ??
      account.settings?.dashboard.display_name ??
      null,
    email: account.email,
    country: account.country ?? null,
    default_currency: account.default_currency ?? null,
    charges_enabled: account.charges_enabled,
    payouts_enabled: account.payouts_enabled,
    details_submitted: account.details_submitted,
    capabilities: { ...account.capabilities } as Record<string, string>,
    livemode: services.providers.get(provider_account).publishable_key.startsWith('pk_live_'),
  }
})

/** Null: the platform's own account, for the back office. */
const ownDestination = (as: As, provider_account: ProviderAccount): Promise<string | null> =>
  as(async (tx, actor) => {
    if (actor.role === 'super_user') return null
    const stored = await findAccount(tx, { customer_id: actor.customer_id as number, provider_account })
    if (!stored?.account_destination) throw noAccount()
    return stored.account_destination
  })
