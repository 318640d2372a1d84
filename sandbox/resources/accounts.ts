import type Stripe from 'stripe'
import type { KeyPair } from '../auth.ts'
import { invalid, noSuch } from '../errors.ts'
import { normalIban, readIban } from '../iban.ts'
import { newId } from '../ids.ts'
import { listOf, listParams, page } from '../list.ts'
import { changed, choice, flag, hash, metadata, type Params, text } from '../params.ts'
import type { Act, Ask, Route } from '../sandbox.ts'
import type { Store } from '../store.ts'
import { emit } from './events.ts'

const fields = [
  'email',
  'business_type',
  'business_profile',
  'company',
  'individual',
  'capabilities',
  'external_account',
  'tos_acceptance',
  'settings',
  'default_currency',
  'metadata',
  'expand',
]

export const accountRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v1/account',
    params: ['expand'],
    handle: (ask) => needAccount(ask, ask.book.account),
  },
  {
    method: 'GET',
    path: '/v1/accounts',
    params: [...listParams, 'created'],
    handle: (ask) =>
      page(
        ask,
        ask.book.rows('accounts').filter((account) => account.id !== ask.book.account),
      ),
  },
  {
    method: 'GET',
    path: '/v1/accounts/:id',
    params: ['expand'],
    handle: (ask) => needAccount(ask, ask.path.id ?? ''),
  },
  {
    method: 'POST',
    path: '/v1/accounts',
    params: [...fields, 'type', 'country', 'controller'],
    handle: createAccount,
  },
  {
    method: 'POST',
    path: '/v1/accounts/:id',
    params: fields,
    handle(ask) {
      const before = needAccount(ask, ask.path.id ?? '')
      return saveAccount(ask, judged(edited(ask, before)), before)
    },
  },
  {
    method: 'DELETE',
    path: '/v1/accounts/:id',
    params: [],
    handle(ask) {
      const account = needAccount(ask, ask.path.id ?? '')
      if (account.id === ask.platform) throw invalid('You cannot delete your own account through the API.')
      ask.book.remove('accounts', account.id)
      return { id: account.id, object: 'account', deleted: true }
    },
  },
]

/** The sandbox's own accounts exist from the first start, complete and able to collect. */
export function openOwnAccounts(store: Store, keys: readonly KeyPair[], created: number): void {
  for (const { account: id, secret_key } of keys) {
    const book = store.book(id)
    if (book.get('accounts', id)) continue
    const account = blankAccount(id, 'standard', 'IT', created)
    const capabilities = {
      card_payments: 'active',
      sepa_debit_payments: 'active',
      klarna_payments: 'active',
      transfers: 'active',
    } as const
    book.put('accounts', {
      ...account,
      business_type: 'company',
      capabilities,
      charges_enabled: true,
      details_submitted: true,
      payouts_enabled: true,
      settings: {
        ...account.settings,
        dashboard: { display_name: secret_key.replace('sk_test_', ''), timezone: 'Europe/Rome' },
      } as Stripe.Account.Settings,
    })
  }
}

/** Oneself, or an account that one made. */
export function needAccount(ask: Ask, id: string): Stripe.Account {
  const holder = id === ask.book.account ? ask.box.store.book(ask.platform) : ask.book
  const account = holder.get('accounts', id)
  if (!account) throw noSuch('account', id)
  return account
}

/** A connected account that may be paid: it exists, and its `transfers` capability is active. */
export function needAccountWithTransfers(act: Act, id: string, param: string): Stripe.Account {
  const account = act.book.get('accounts', id)
  if (!account) throw noSuch('destination', id, param, 400)
  if (account.capabilities?.transfers !== 'active')
    throw invalid(
      'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments.',
      param,
      'insufficient_capabilities_for_transfer',
    )
  return account
}

/** Writes the account and says `account.updated` to the platform, as Connect endpoints hear it. */
export function saveAccount(act: Act, account: Stripe.Account, before?: Stripe.Account): Stripe.Account {
  act.book.put('accounts', account)
  if (before) emit(act, 'account.updated', account, { account: account.id })
  return account
}

/** What each requirement looks for. */
const requirements: Record<string, (account: Stripe.Account) => unknown> = {
  business_type: (account) => account.business_type,
  'business_profile.product_description': (account) =>
    account.business_profile?.product_description ?? account.business_profile?.url,
  external_account: (account) => account.external_accounts?.data[0],
  'tos_acceptance.date': (account) => account.tos_acceptance?.date,
  'tos_acceptance.ip': (account) => account.tos_acceptance?.ip,
  'company.name': (account) => account.business_type === 'individual' || account.company?.name,
  'company.tax_id': (account) => account.business_type === 'individual' || account.company?.tax_id_provided,
  'individual.first_name': (account) =>
    account.business_type !== 'individual' || account.individual?.first_name,
  'individual.last_name': (account) =>
    account.business_type !== 'individual' || account.individual?.last_name,
}

/** Derives what is still required, and from it what the account may do. */
export function judged(account: Stripe.Account): Stripe.Account {
  const due = Object.keys(requirements).filter((name) => !requirements[name]?.(account))
  const complete = due.length === 0
  const state = complete ? 'active' : 'inactive'
  const capabilities = Object.fromEntries(
    Object.keys(account.capabilities ?? {}).map((name) => [name, state]),
  ) as Stripe.Account.Capabilities
  return {
    ...account,
    capabilities,
    charges_enabled: complete && Object.keys(capabilities).some((name) => name.endsWith('_payments')),
    details_submitted: complete,
    payouts_enabled: complete,
    requirements: {
      alternatives: [],
      current_deadline: null,
      currently_due: due,
      disabled_reason: complete ? null : 'requirements.past_due',
      errors: [],
      eventually_due: due,
      past_due: due,
      pending_verification: [],
    },
  }
}

function createAccount(ask: Ask): Stripe.Account {
  const type = choice(ask.params, 'type', ['custom', 'express', 'standard']) ?? 'custom'
  const country = (text(ask.params, 'country') ?? 'IT').toUpperCase()
  if (!/^[A-Z]{2}$/.test(country))
    throw invalid(`Country '${country}' is unknown.`, 'country', 'country_unsupported')
  const blank = blankAccount(newId('acct'), type, country, ask.box.clock.seconds())
  return saveAccount(ask, judged(edited(ask, blank)))
}

function blankAccount(
  id: string,
  type: 'custom' | 'express' | 'standard',
  country: string,
  created: number,
): Stripe.Account {
  return {
    id,
    object: 'account',
    business_profile: null,
    business_type: null,
    capabilities: {},
    charges_enabled: false,
    country,
    created,
    default_currency: 'eur',
    details_submitted: false,
    email: null,
    external_accounts: listOf(`/v1/accounts/${id}/external_accounts`, []),
    metadata: {},
    payouts_enabled: false,
    settings: null,
    tos_acceptance: { date: null, ip: null, user_agent: null },
    type,
  }
}

function edited(ask: Ask, before: Stripe.Account): Stripe.Account {
  const { params } = ask
  const company = merged(before.company, params, 'company')
  const individual = merged(before.individual, params, 'individual')
  return {
    ...before,
    business_profile: merged(before.business_profile ?? undefined, params, 'business_profile') ?? null,
    business_type:
      choice(params, 'business_type', ['company', 'government_entity', 'individual', 'non_profit']) ??
      before.business_type,
    capabilities: requested(params, before.capabilities),
    ...(company && { company: withoutTaxId(company) }),
    default_currency: text(params, 'default_currency') ?? before.default_currency,
    email: changed(params, 'email', before.email),
    external_accounts: externalAccounts(ask, before),
    ...(individual && { individual }),
    metadata: metadata(params, before.metadata),
    tos_acceptance: tosAcceptance(params, before),
  }
}

function requested(params: Params, before: Stripe.Account.Capabilities = {}): Stripe.Account.Capabilities {
  const after: Record<string, string> = { ...before }
  for (const name of Object.keys(hash(params, 'capabilities') ?? {})) {
    if (flag(params, `capabilities[${name}][requested]`)) after[name] ??= 'inactive'
    else delete after[name]
  }
  return after
}

/** Numbers that identify people are kept only as "given". */
function withoutTaxId(company: Stripe.Account.Company): Stripe.Account.Company {
  const { tax_id, ...rest } = company as Stripe.Account.Company & { tax_id?: string }
  return { ...rest, tax_id_provided: rest.tax_id_provided || Boolean(tax_id) }
}

function externalAccounts(ask: Ask, before: Stripe.Account): Stripe.Account['external_accounts'] {
  const given = hash(ask.params, 'external_account')
  if (!given) return before.external_accounts
  const parts = readIban(normalIban(text(given, 'account_number') ?? ''))
  if (!parts)
    throw invalid(
      'The IBAN you entered is invalid.',
      'external_account[account_number]',
      'account_number_invalid',
    )
  const bank = {
    id: newId('ba'),
    object: 'bank_account',
    account: before.id,
    account_holder_name: text(given, 'account_holder_name') ?? null,
    account_holder_type: null,
    account_type: null,
    available_payout_methods: ['standard'],
    bank_name: `ABI ${parts.bank_code}`,
    country: parts.country,
    currency: text(given, 'currency') ?? 'eur',
    default_for_currency: true,
    fingerprint: null,
    last4: parts.last4,
    metadata: {},
    routing_number: parts.bank_code,
    status: 'new',
  } as unknown as Stripe.BankAccount
  return listOf(`/v1/accounts/${before.id}/external_accounts`, [bank])
}

function tosAcceptance(params: Params, before: Stripe.Account): Stripe.Account.TosAcceptance {
  const date = text(params, 'tos_acceptance[date]')
  return {
    ...before.tos_acceptance,
    ...(date && { date: Number(date) }),
    ...(hash(params, 'tos_acceptance') && {
      ip: text(params, 'tos_acceptance[ip]') ?? before.tos_acceptance?.ip,
      user_agent: text(params, 'tos_acceptance[user_agent]') ?? before.tos_acceptance?.user_agent,
    }),
  }
}

/** Given fields laid over those there were, at every depth. */
function merged<T extends object>(before: T | undefined, params: Params, path: string): T | undefined {
  const given = hash(params, path)
  return given ? (lay(before ?? {}, given) as T) : before
}

function lay(under: object, over: Params): object {
  const result: Record<string, unknown> = { ...under }
  for (const [name, value] of Object.entries(over))
    result[name] =
      typeof value === 'object' && !Array.isArray(value)
        ? lay((result[name] as object | undefined) ?? {}, value)
        : value === ''
          ? null
          : value
  return result
}
