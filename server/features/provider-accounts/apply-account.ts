import type { ProviderAccount as Seen } from '@saldo/contract/registry/provider-accounts'
import type Stripe from 'stripe'
import type { Tx } from '../../db/connection.ts'
import { askProvider, isGone } from '../../provider/ask-provider.ts'
import type { ProviderAccount } from '../../provider/providers.ts'
import type { Services } from '../../services.ts'
import type { StoredAccount, Whose } from './provider-account.sql.ts'

/** After this many seconds no server is still closing the account: the one that was has stopped. */
const closingSeconds = 120

/** Asks the provider for a customer's account and stores its state. Throws 503 when the provider does not answer. */
export async function refreshAccount(services: Services, stored: StoredAccount): Promise<void> {
  const { account_destination } = stored
  if (!account_destination) return
  const asked_at = new Date().toISOString()
  const { stripe } = services.providers.get(stored.provider_account)
  try {
    const account = await askProvider(() => stripe.accounts.retrieve(account_destination))
    await services.asSystem((tx) => storeAccount(tx, stored, account, asked_at))
  } catch (error) {
    if (!isGone(error)) throw error
    await services.asSystem((tx) => clearAccount(tx, stored, account_destination))
  }
}

/** Handles `account.updated`: reads the account instead of trusting the event. */
export async function applyAccountEvent(
  services: Services,
  provider_account: ProviderAccount,
  account_destination: string | null,
): Promise<void> {
  const [stored] = await services.asSystem(
    (tx) => tx<StoredAccount[]>`
      select * from provider_accounts
      where provider_account = ${provider_account} and account_destination = ${account_destination}`,
  )
  if (stored) await refreshAccount(services, stored)
}

/** Stores the provider's answer of `asked_at`, unless a later one is stored already. */
export async function storeAccount(
  tx: Tx,
  { customer_id, provider_account }: Whose,
  account: Stripe.Account,
  asked_at: string,
): Promise<void> {
  const { requirements } = account
  const said = {
    details_submitted: account.details_submitted,
    charges_enabled: account.charges_enabled,
    payouts_enabled: account.payouts_enabled,
    currently_due: requirements?.currently_due ?? [],
    past_due: requirements?.past_due ?? [],
    pending_verification: requirements?.pending_verification ?? [],
    deadline: requirements?.current_deadline
      ? new Date(requirements.current_deadline * 1000).toISOString()
      : null,
    disabled_reason: requirements?.disabled_reason ?? null,
    bank_last4: bankOf(account),
  }
  const capabilities = (account.capabilities ?? {}) as Record<string, string>
  await tx`
    update provider_accounts
    set ${tx(said)}, capabilities = ${tx.json(capabilities)}, asked_at = ${asked_at}, updated_at = now(),
      state = ${stateOf(account, tx)},
      closing_at = case when closing_at > now() - ${closingSeconds} * interval '1 second' then closing_at end
    where customer_id = ${customer_id} and provider_account = ${provider_account}
      and account_destination = ${account.id} and (asked_at is null or asked_at <= ${asked_at})`
}

function stateOf(account: Stripe.Account, tx: Tx) {
  const state = outcomeOf(account)
  return state ? tx`${state}` : tx`case when link_given_at is null then 'created' else 'onboarding' end`
}

/** The account's state after its holder completed the form; null before. */
function outcomeOf(account: Stripe.Account): Seen['state'] | null {
  if (/^(rejected|platform_paused)/.test(account.requirements?.disabled_reason ?? '')) return 'disabled'
  if (account.payouts_enabled && account.capabilities?.transfers === 'active') return 'active'
  return account.details_submitted ? 'restricted' : null
}

function bankOf(account: Stripe.Account): string | null {
  const banks = account.external_accounts?.data ?? []
  return (banks.find((bank) => bank.default_for_currency) ?? banks[0])?.last4 ?? null
}

/** The account was closed: a later one will be a new account with a new key. The agreed platform fee stays. */
export async function clearAccount(
  tx: Tx,
  { customer_id, provider_account }: Whose,
  account_destination: string,
): Promise<void> {
  await tx`
    update provider_accounts
    set account_destination = null, state = 'none', request = null, requested_at = null, generation = generation + 1,
      details_submitted = false, charges_enabled = false, payouts_enabled = false, currently_due = '{}', past_due = '{}',
      pending_verification = '{}', deadline = null, disabled_reason = null, capabilities = '{}', bank_last4 = null,
      link_given_at = null, closing_at = null, asked_at = null, updated_at = now()
    where customer_id = ${customer_id} and provider_account = ${provider_account}
      and account_destination = ${account_destination}`
}
