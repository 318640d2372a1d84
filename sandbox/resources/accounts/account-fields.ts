import type Stripe from 'stripe'
import { invalid } from '../../errors.ts'
import { newId } from '../../ids.ts'
import {
  changed,
  choice,
  flag,
  hash,
  integer,
  metadata,
  type Params,
  refuseUnknownInside,
  text,
} from '../../params.ts'
import { dailyPayouts } from '../../payments/payout-schedule.ts'
import type { Act } from '../../sandbox.ts'
import { bankAccounts } from './external-accounts.ts'

/** Parameters of both create and update. */
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

/** The account with the request's changes. For identity numbers it stores only whether they were given. */
export function editedAccount(act: Act, params: Params, before: Stripe.Account): Stripe.Account {
  const theirs = act.box.store.book(before.id)
  return {
    ...before,
    business_profile: hash(params, 'business_profile') ? profile(params, before) : before.business_profile,
    business_type: choice(params, 'business_type', businessTypes) ?? before.business_type,
    capabilities: requested(params, before.capabilities),
    ...(hash(params, 'company') && { company: company(params, before) }),
    default_currency: text(params, 'default_currency') ?? before.default_currency,
    email: changed(params, 'email', before.email),
    external_accounts: bankAccounts(theirs, before.id, params, before.external_accounts),
    ...(hash(params, 'individual') && { individual: person(act, params, before) }),
    metadata: metadata(params, before.metadata),
    settings: editedSettings(params, before.settings ?? blankSettings),
    tos_acceptance: tosAcceptance(params, before),
  }
}

const profileTexts = [
  'mcc',
  'name',
  'product_description',
  'support_email',
  'support_phone',
  'support_url',
  'url',
] as const

function profile(params: Params, before: Stripe.Account): Stripe.Account.BusinessProfile {
  refuseUnknownInside(params, 'business_profile', [...profileTexts, 'support_address'])
  const old = before.business_profile
  const texts = Object.fromEntries(
    profileTexts.map((name) => [name, changed(params, `business_profile[${name}]`, old?.[name] ?? null)]),
  ) as Record<(typeof profileTexts)[number], string | null>
  return {
    minority_owned_business_designation: null,
    specified_commercial_transactions_act_url: null,
    ...texts,
    support_address:
      address(params, 'business_profile[support_address]', old?.support_address ?? undefined) ?? null,
  }
}

function address(
  params: Params,
  path: string,
  before: Stripe.Address | undefined,
): Stripe.Address | undefined {
  if (!hash(params, path)) return before
  refuseUnknownInside(params, path, ['city', 'country', 'line1', 'line2', 'postal_code', 'state'])
  const field = (name: keyof Stripe.Address) => changed(params, `${path}[${name}]`, before?.[name] ?? null)
  return {
    city: field('city'),
    country: field('country'),
    line1: field('line1'),
    line2: field('line2'),
    postal_code: field('postal_code'),
    state: field('state'),
  }
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

const provided = ['directors_provided', 'executives_provided', 'owners_provided'] as const

function company(params: Params, before: Stripe.Account): Stripe.Account.Company {
  refuseUnknownInside(params, 'company', ['address', 'name', 'phone', 'tax_id', 'vat_id', ...provided])
  const old = before.company
  const flags = provided.flatMap((name) => {
    const value = flag(params, `company[${name}]`) ?? old?.[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  const given = address(params, 'company[address]', old?.address)
  return {
    ...(given && { address: given }),
    ...Object.fromEntries(flags),
    name: changed(params, 'company[name]', old?.name ?? null),
    phone: changed(params, 'company[phone]', old?.phone ?? null),
    tax_id_provided: Boolean(old?.tax_id_provided || text(params, 'company[tax_id]')),
    vat_id_provided: Boolean(old?.vat_id_provided || text(params, 'company[vat_id]')),
  }
}

const personFields = ['address', 'dob', 'email', 'first_name', 'id_number', 'last_name', 'phone']

/** The owner of an individual's account: names and contacts; for a tax code only whether it was given. */
function person(act: Act, params: Params, before: Stripe.Account): Stripe.Person {
  refuseUnknownInside(params, 'individual', personFields)
  const old = before.individual
  const field = (name: string, was: string | null | undefined) =>
    changed(params, `individual[${name}]`, was ?? null)
  const born = (name: 'day' | 'month' | 'year') =>
    integer(params, `individual[dob][${name}]`) ?? old?.dob?.[name] ?? null
  const home = address(params, 'individual[address]', old?.address)
  return {
    id: old?.id ?? newId('person'),
    object: 'person',
    account: before.id,
    ...(home && { address: home }),
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
