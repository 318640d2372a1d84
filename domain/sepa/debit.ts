import { addDays, type Day, nextTargetDay } from '../dates.ts'
import { agreedNoticeDays } from './mandate.ts'
import { returnReason } from './return-reasons.ts'

/**
 * A planned collection. `notified`: the payer has been told the amount and the day; `started`: asked of the provider, and
 * its payment says how it goes; `done` may still become `failed`, when the bank gives the money back.
 */
export const debitStates = ['planned', 'notified', 'started', 'done', 'failed', 'cancelled'] as const
export type DebitState = (typeof debitStates)[number]

/** The rulebook's notice: nobody is told earlier than this many days before. */
export const longestNoticeDays = 14

/** The first day on which a debit announced on `told` may be collected: the agreed days later, when banks settle. */
export const firstCollectionDay = (told: Day): Day => nextTargetDay(addDays(told, agreedNoticeDays))

/** Whether what the payer was told on `told` leaves the agreed days before `collect_on`. */
export const noticeInTime = (told: Day, collect_on: Day): boolean =>
  addDays(told, agreedNoticeDays) <= collect_on

/** A debit is tried once and, when the bank's reason allows, twice more. */
export const mostTries = 3

/** Days to wait before trying again: long enough for a salary to arrive. */
const retryAfterDays = 7
export const retryDay = (failed_on: Day): Day => nextTargetDay(addDays(failed_on, retryAfterDays))

/**
 * The banks' reasons behind the provider's failure codes, for the codes after which something follows. Its other codes
 * neither allow another try nor end a mandate.
 */
const providerReasons: Readonly<Record<string, string>> = {
  insufficient_funds: 'AM04',
  could_not_process: 'MS03',
  debit_not_authorized: 'MD01',
  mandate_invalid: 'MD01',
  bank_ownership_changed: 'MD01',
  debit_disputed: 'MD06',
  account_closed: 'AC04',
  bank_account_restricted: 'AC06',
  no_account: 'AC01',
  invalid_account_number: 'AC01',
  recipient_deceased: 'MD07',
}
const providerReason = (code: string): string | undefined =>
  Object.hasOwn(providerReasons, code) ? providerReasons[code] : undefined

/** Whether a debit that failed for this reason (a provider's code or a bank's) is tried again, after so many tries. */
export const mayRetry = (failure_code: string | null, tries: number): boolean =>
  failure_code !== null &&
  returnReason(providerReason(failure_code) ?? failure_code).retry &&
  tries < mostTries

/**
 * Whether the mandate must not be used again. A mandate at the provider belongs to one account for ever, so it also ends
 * when the account is the wrong one; a mandate that we present to the bank goes on with another IBAN.
 */
export function stopsMandate(failure_code: string | null): boolean {
  if (failure_code === null) return false
  const provider = providerReason(failure_code)
  return provider === undefined
    ? returnReason(failure_code).ends === 'mandate'
    : returnReason(provider).ends !== null
}
