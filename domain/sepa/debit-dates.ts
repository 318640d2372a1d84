import { addDays, addMonths, addTargetDays, type Day } from '../dates.ts'

/*
 * Times of the SEPA Core rulebook (EPC016-06, chapter 4.3). The days of the debtor run from the day of the debit, the days
 * between banks are TARGET days.
 */

/** The last day on which a debit can be handed to the bank: one TARGET day before. Banks close earlier in the day. */
export const latestPresentationDay = (collect_on: Day): Day => addTargetDays(collect_on, -1)

/** The last day on which the payer's bank returns a debit by itself (no funds, account closed). */
export const returnableUntil = (debited_on: Day): Day => addTargetDays(debited_on, 5)

/** For so many days the payer can have an authorised debit refunded, without giving a reason: eight weeks. */
export const refundDays = 8 * 7

/** The last of these days. */
export const refundableUntil = (debited_on: Day): Day => addDays(debited_on, refundDays)

/** The last day on which the payer can claim that the debit was not authorised: thirteen months. */
export const unauthorisedRefundUntil = (debited_on: Day): Day => addMonths(debited_on, 13)
