import type Stripe from 'stripe'
import { invalid } from '../../errors.ts'
import { newId } from '../../ids.ts'
import { hash, type Params, text } from '../../params.ts'
import { normalIban, readIban } from '../../rails/iban.ts'
import { testIbans } from '../../rails/test-ibans.ts'
import { listOf } from '../../store/list.ts'
import type { Book } from '../../store/store.ts'

/**
 * The bank account for payouts, from `external_account[account_number]` (an IBAN). Only the last digits are stored, and
 * the name of a test account's behaviour.
 */
export function bankAccounts(
  book: Book,
  account: string,
  params: Params,
  before: Stripe.Account['external_accounts'],
): Stripe.Account['external_accounts'] {
  const given = hash(params, 'external_account')
  if (!given) return before
  const bank = bankAccount(
    book,
    account,
    text(given, 'account_number') ?? '',
    text(given, 'account_holder_name') ?? null,
  )
  if (!bank)
    throw invalid(
      'The IBAN you entered is invalid.',
      'external_account[account_number]',
      'account_number_invalid',
    )
  return listOf(`/v1/accounts/${account}/external_accounts`, [
    { ...bank, currency: text(given, 'currency') ?? bank.currency },
  ])
}

/** Undefined when the IBAN is not valid. `book`: the account's own. */
export function bankAccount(
  book: Book,
  account: string,
  number: string,
  holder: string | null,
): Stripe.BankAccount | undefined {
  const iban = normalIban(number)
  const parts = readIban(iban)
  if (!parts) return undefined
  const id = newId('ba')
  const behaviour = testIbans.find((test) => test.iban === iban)?.behaviour ?? 'succeeds'
  book.put('instruments', { id, behaviour, set_up: true, spent: false, mandate: null })
  return {
    id,
    object: 'bank_account',
    account,
    account_holder_name: holder,
    account_holder_type: null,
    account_type: null,
    available_payout_methods: ['standard'],
    bank_name: `ABI ${parts.bank_code}`,
    country: parts.country,
    currency: 'eur',
    default_for_currency: true,
    fingerprint: null,
    last4: parts.last4,
    metadata: {},
    routing_number: parts.bank_code,
    status: 'new',
  }
}
