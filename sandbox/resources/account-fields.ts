import type Stripe from 'stripe'
import { invalid } from '../errors.ts'
import { newId } from '../ids.ts'
import { changed, choice, flag, hash, integer, metadata, type Params, text } from '../params.ts'
import { dailyPayouts } from '../payout-schedule.ts'
import type { Act } from '../sandbox.ts'
import { bankAccounts } from './external-accounts.ts'

/** Parameters that create and update share. */
export const accountFields = [
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

export const businessTypes = ['company', 'government_entity', 'individual', 'non_profit'] as const

/** The account with the request's changes. Of numbers that identify people it keeps only that they were given. */
export function editedAccount(act: Act, params: Params, before: Stripe.Account): Stripe.Account {
  const company = merged(before.company, params, 'company')
  const theirs = act.box.store.book(before.id)
  return {
    ...before,
    business_profile: hash(params, 'business_profile')
      ? { ...blankProfile, ...merged(before.business_profile ?? undefined, params, 'business_profile') }
      : before.business_profile,
    business_type: choice(params, 'business_type', businessTypes) ?? before.business_type,
    capabilities: requested(params, before.capabilities),
    ...(company && { company: withoutTaxId(company) }),
    default_currency: text(params, 'default_currency') ?? before.default_currency,
    email: changed(params, 'email', before.email),
    external_accounts: bankAccounts(theirs, before.id, params, before.external_accounts),
    ...(hash(params, 'individual') && { individual: person(act, params, before) }),
    metadata: metadata(params, before.metadata),
    settings: editedSettings(params, before.settings ?? blankSettings),
    tos_acceptance: tosAcceptance(params, before),
  }
}

const blankProfile: Stripe.Account.BusinessProfile = {
  mcc: null,
  minority_owned_business_designation: null,
  name: null,
  product_description: null,
  specified_commercial_transactions_act_url: null,
  support_address: null,
  support_email: null,
  support_phone: null,
  support_url: null,
  url: null,
}

export const blankSettings: Stripe.Account.Settings = {
  branding: { icon: null, logo: null, primary_color: null, secondary_color: null },
  card_payments: {
    decline_on: { avs_failure: false, cvc_failure: false },
    statement_descriptor_prefix: null,
    statement_descriptor_prefix_kana: null,
    statement_descriptor_prefix_kanji: null,
  },
  dashboard: { display_name: null, timezone: 'Europe/Rome' },
  payments: {
    statement_descriptor: null,
    statement_descriptor_kana: null,
    statement_descriptor_kanji: null,
    statement_descriptor_prefix_kana: null,
    statement_descriptor_prefix_kanji: null,
  },
  payouts: { debit_negative_balances: true, schedule: dailyPayouts, statement_descriptor: null },
  sepa_debit_payments: {},
}

function requested(params: Params, before: Stripe.Account.Capabilities = {}): Stripe.Account.Capabilities {
  const after: Record<string, string> = { ...before }
  for (const name of Object.keys(hash(params, 'capabilities') ?? {})) {
    if (flag(params, `capabilities[${name}][requested]`)) after[name] ??= 'inactive'
    else delete after[name]
  }
  return after
}

function withoutTaxId(company: Stripe.Account.Company & { tax_id?: string }): Stripe.Account.Company {
  const { tax_id, ...rest } = company
  return { ...rest, tax_id_provided: rest.tax_id_provided || Boolean(tax_id) }
}

/** Who owns an account that is a person's: names and contacts; of a tax code only that it was given. */
function person(act: Act, params: Params, before: Stripe.Account): Stripe.Person {
  const old = before.individual
  const field = (name: string, was: string | null | undefined) =>
    changed(params, `individual[${name}]`, was ?? null)
  const born = (name: 'day' | 'month' | 'year') =>
    integer(params, `individual[dob][${name}]`) ?? old?.dob?.[name] ?? null
  return {
    id: old?.id ?? newId('person'),
    object: 'person',
    account: before.id,
    created: old?.created ?? act.box.clock.seconds(),
    dob: { day: born('day'), month: born('month'), year: born('year') },
    email: field('email', old?.email),
    first_name: field('first_name', old?.first_name),
    id_number_provided: Boolean(old?.id_number_provided || text(params, 'individual[id_number]')),
    last_name: field('last_name', old?.last_name),
    metadata: old?.metadata ?? {},
    phone: field('phone', old?.phone),
  }
}

function editedSettings(params: Params, before: Stripe.Account.Settings): Stripe.Account.Settings {
  const path = 'settings[payouts][schedule]'
  const schedule = before.payouts?.schedule ?? dailyPayouts
  const interval = choice(params, `${path}[interval]`, ['manual', 'daily', 'weekly', 'monthly'])
  const delay_days = delayDays(params, `${path}[delay_days]`) ?? schedule.delay_days
  return {
    ...before,
    payments: {
      ...before.payments,
      statement_descriptor: changed(
        params,
        'settings[payments][statement_descriptor]',
        before.payments.statement_descriptor,
      ),
    },
    payouts: {
      debit_negative_balances:
        flag(params, 'settings[payouts][debit_negative_balances]') ??
        before.payouts?.debit_negative_balances ??
        true,
      schedule: interval
        ? { delay_days, interval, ...anchors(params, path, interval) }
        : { ...schedule, delay_days },
      statement_descriptor: before.payouts?.statement_descriptor ?? null,
    },
  }
}

function anchors(params: Params, path: string, interval: string) {
  if (interval === 'weekly')
    return {
      weekly_anchor:
        choice(params, `${path}[weekly_anchor]`, ['monday', 'tuesday', 'wednesday', 'thursday', 'friday']) ??
        'monday',
    }
  if (interval === 'monthly') return { monthly_anchor: integer(params, `${path}[monthly_anchor]`) ?? 1 }
  return {}
}

/** `minimum` is Stripe's word for the least it allows: here seven days. */
function delayDays(params: Params, path: string): number | undefined {
  if (text(params, path) === 'minimum') return dailyPayouts.delay_days
  const days = integer(params, path)
  if (days !== undefined && (days < 0 || days > 31))
    throw invalid('delay_days must be between 0 and 31.', path, 'parameter_invalid_integer')
  return days
}

function tosAcceptance(params: Params, before: Stripe.Account): Stripe.Account.TosAcceptance {
  const date = integer(params, 'tos_acceptance[date]')
  return {
    ...before.tos_acceptance,
    ...(date !== undefined && { date }),
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
