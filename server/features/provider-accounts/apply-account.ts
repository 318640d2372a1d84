import type { ProviderAccount as Seen } from '@saldo/contract/registry/provider-accounts'
import type Stripe from 'stripe'
import type { Tx } from '../../db/connection.ts'
import { askProvider, isGone } from '../../provider/ask-provider.ts'
import type { ProviderAccount } from '../../provider/providers.ts'
import type { Services } from '../../services.ts'
import type { StoredAccount, Whose } from './provider-account.sql.ts'
import { tellOfProviderAccount } from './tell-of-provider-account.ts'

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
    await services.asSystem((tx) => storeAccount(services, tx, stored, account, asked_at))
  } catch (error) {
    if (!isGone(error)) throw error
    await services.asSystem((tx) => clearAccount(services, tx, stored, account_destination, null))
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

/** Stores the provider's answer of `asked_at`, unless a later one is stored already, and tells of another bank account. */
export async function storeAccount(
  services: Services,
  tx: Tx,
  whose: Whose,
  account: Stripe.Account,
  asked_at: string,
): Promise<void> {
  const other = await writeAccount(tx, whose, account, asked_at)
  if (!other) return
  const { before, now } = other
  await tellOfProviderAccount(services, tx, whose, {
    dedupe_key: `bank:${account.id}:${asked_at}`,
    title: before ? 'È cambiato il conto in banca degli incassi' : 'C’è il conto in banca degli incassi',
    what: `Il provider dei pagamenti versa gli incassi dello studio ${now ? `sul conto in banca che finisce per ${now}` : 'su un conto in banca che ora manca'}. Prima ${before ? `era quello che finisce per ${before}` : 'non ce n’era uno'}.`,
  })
}

/** The last four digits of the bank accounts; null: there is none. */
type OtherBank = { before: string | null; now: string | null }

/** As `storeAccount`, but tells nobody: returns the banks when they are not the same. */
export async function writeAccount(
  tx: Tx,
  { customer_id, provider_account }: Whose,
  account: Stripe.Account,
  asked_at: string,
): Promise<OtherBank | null> {
  const { requirements } = account
  const bank = bankOf(account)
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
    bank_last4: bank?.last4 ?? null,
    bank_account: bank?.id ?? null,
  }
  const capabilities = (account.capabilities ?? {}) as Record<string, string>
  const [before] = await tx<{ bank_last4: string | null; bank_account: string | null }[]>`
    select bank_last4, bank_account from provider_accounts
    where customer_id = ${customer_id} and provider_account = ${provider_account} for update`
  const { count } = await tx`
    update provider_accounts
    set ${tx(said)}, capabilities = ${tx.json(capabilities)}, asked_at = ${asked_at}, updated_at = now(),
      state = ${stateOf(account, tx)},
      closing_at = case when closing_at > now() - ${closingSeconds} * interval '1 second' then closing_at end
    where customer_id = ${customer_id} and provider_account = ${provider_account}
      and account_destination = ${account.id} and (asked_at is null or asked_at <= ${asked_at})`
  if (!before || count === 0) return null
  // Two accounts may end in the same digits; one that was read before their ids were kept has none.
  const same =
    before.bank_last4 === said.bank_last4 &&
    (before.bank_account === null || before.bank_account === said.bank_account)
  return same ? null : { before: before.bank_last4, now: said.bank_last4 }
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

function bankOf(account: Stripe.Account) {
  const banks = account.external_accounts?.data ?? []
  return banks.find((bank) => bank.default_for_currency) ?? banks[0]
}

/**
 * The account was closed: a later one will be a new account with a new key. The agreed platform fee stays.
 * @param by the name of who closed it, to tell; null: the provider did
 */
export async function clearAccount(
  services: Services,
  tx: Tx,
  whose: Whose,
  account_destination: string,
  by: string | null,
): Promise<void> {
  const { customer_id, provider_account } = whose
  const { count } = await tx`
    update provider_accounts
    set account_destination = null, state = 'none', request = null, requested_at = null, generation = generation + 1,
      details_submitted = false, charges_enabled = false, payouts_enabled = false, currently_due = '{}', past_due = '{}',
      pending_verification = '{}', deadline = null, disabled_reason = null, capabilities = '{}', bank_last4 = null,
      bank_account = null, link_given_at = null, closing_at = null, asked_at = null, updated_at = now()
    where customer_id = ${customer_id} and provider_account = ${provider_account}
      and account_destination = ${account_destination}`
  if (count > 0)
    await tellOfProviderAccount(services, tx, whose, {
      dedupe_key: `closed:${account_destination}`,
      title: 'Chiuso l’account per gli incassi',
      what: `${by ?? 'Il provider dei pagamenti'} ha chiuso l’account su cui arrivavano carte e addebiti dei condòmini: finché non ce n’è un altro, restano sul conto della piattaforma.`,
    })
}
