import { addDays, type Day, nextTargetDay } from '../dates.ts'
import { agreedNoticeDays } from './mandate.ts'

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

/** Reasons after which trying again makes sense: AM04 (no funds) and MS03 (the bank could not say). */
const retried = new Set(['insufficient_funds', 'could_not_process'])
export const mayRetry = (failure_code: string | null, tries: number): boolean =>
  failure_code !== null && retried.has(failure_code) && tries < mostTries

/** Reasons after which the mandate must not be used again: revoked, closed account, money asked back, payer dead. */
const stopping = new Set([
  'debit_not_authorized',
  'debit_disputed',
  'account_closed',
  'bank_account_restricted',
  'bank_ownership_changed',
  'no_account',
  'invalid_account_number',
  'mandate_invalid',
  'recipient_deceased',
])
export const stopsMandate = (failure_code: string | null): boolean =>
  failure_code !== null && stopping.has(failure_code)
