import type Stripe from 'stripe'
import type { KeyPair } from '../../auth.ts'
import { invalid, noSuch } from '../../errors.ts'
import { newId } from '../../ids.ts'
import { choice, text } from '../../params.ts'
import { resumePayouts } from '../../payments/payout-schedule.ts'
import type { Act, RequestContext, Route } from '../../sandbox.ts'
import { listOf, listParams, page } from '../../store/list.ts'
import type { Store } from '../../store/store.ts'
import { emit } from '../events.ts'
import { accountFields, blankSettings, editedAccount } from './account-fields.ts'
import { withRequirements } from './account-requirements.ts'
import { bankAccount } from './external-accounts.ts'

export const accountRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v1/account',
    params: ['expand'],
    handle: (context) => needAccount(context, context.book.account),
  },
  {
    method: 'GET',
    path: '/v1/accounts',
    params: [...listParams, 'created'],
    handle: (context) =>
      page(context, 'accounts', { fits: (account) => account.id !== context.book.account }),
  },
  {
    method: 'GET',
    path: '/v1/accounts/:id',
    params: ['expand'],
    handle: (context) => needAccount(context, context.path.id ?? ''),
  },
  {
    method: 'POST',
    path: '/v1/accounts',
    params: [...accountFields, 'type', 'country', 'controller'],
    handle: createAccount,
  },
  {
    method: 'POST',
    path: '/v1/accounts/:id',
    params: accountFields,
    handle(context) {
      const before = needAccount(context, context.path.id ?? '')
      return saveAccount(context, withRequirements(editedAccount(context, context.params, before)), before)
    },
  },
  {
    method: 'DELETE',
    path: '/v1/accounts/:id',
    params: [],
    handle(context) {
      const account = needAccount(context, context.path.id ?? '')
      if (account.id === context.platform)
        throw invalid('You cannot delete your own account through the API.')
      context.book.remove('accounts', account.id)
      return { id: account.id, object: 'account', deleted: true }
    },
  },
]

/** The sandbox's own accounts exist from the first start: complete, able to collect, paid out daily. */
export function openOwnAccounts(store: Store, keys: readonly KeyPair[], created: number): void {
  for (const { account: id, secret_key } of keys) {
    const book = store.book(id)
    const there = book.get('accounts', id)
    if (there?.external_accounts?.data.length) continue
    const account = there ?? blankAccount(id, 'standard', 'IT', created)
    const capabilities = {
      card_payments: 'active',
      sepa_debit_payments: 'active',
      klarna_payments: 'active',
      transfers: 'active',
    } as const
    const bank = bankAccount(book, id, 'IT56B9999999999000000000001', null)
    book.put('accounts', {
      ...account,
      business_type: 'company',
      capabilities,
      charges_enabled: true,
      details_submitted: true,
      external_accounts: listOf(`/v1/accounts/${id}/external_accounts`, bank ? [bank] : []),
      payouts_enabled: true,
      settings: {
        ...blankSettings,
        dashboard: { display_name: secret_key.replace('sk_test_', ''), timezone: 'Europe/Rome' },
      },
    })
  }
}

/** The caller's own account, or a connected account that it created. */
export function needAccount(context: RequestContext, id: string): Stripe.Account {
  const holder = id === context.book.account ? context.box.store.book(context.platform) : context.book
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

/** Stores the account and sends `account.updated` to the platform, as for Connect endpoints. */
export function saveAccount(act: Act, account: Stripe.Account, before?: Stripe.Account): Stripe.Account {
  act.book.put('accounts', account)
  if (before) {
    emit(act, 'account.updated', account, { account: account.id })
    resumePayouts({ ...act, book: act.box.store.book(account.id) })
  }
  return account
}

function createAccount(context: RequestContext): Stripe.Account {
  const type = choice(context.params, 'type', ['custom', 'express', 'standard']) ?? 'custom'
  const country = (text(context.params, 'country') ?? 'IT').toUpperCase()
  if (!/^[A-Z]{2}$/.test(country))
    throw invalid(`Country '${country}' is unknown.`, 'country', 'country_unsupported')
  const blank = blankAccount(newId('acct'), type, country, context.box.clock.seconds())
  const theirs = context.box.store.book(blank.id)
  theirs.put('settings', { id: 'platform', value: context.book.account })
  return saveAccount(context, withRequirements(editedAccount(context, context.params, blank)))
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
    settings: blankSettings,
    tos_acceptance: { date: null, ip: null, user_agent: null },
    type,
  }
}
