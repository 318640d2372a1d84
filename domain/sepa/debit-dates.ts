import { addDays, addMonths, addTargetDays, type Day, formatDate } from '../dates.ts'

/*
 * Times of the SEPA Core rulebook (EPC016-06, chapter 4.3). The days of the debtor run from the day of the debit, the days
 * between banks are TARGET days.
 */

/** The last day on which a debit can be handed to the bank: one TARGET day before. Banks close earlier in the day. */
export const latestPresentationDay = (collect_on: Day): Day => addTargetDays(collect_on, -1)

/** The last day on which the payer's bank returns a debit by itself (no funds, account closed). */
export const returnableUntil = (debited_on: Day): Day => addTargetDays(debited_on, 5)

/** The last day on which the payer can have an authorised debit refunded, without giving a reason: eight weeks. */
export const refundableUntil = (debited_on: Day): Day => addDays(debited_on, 8 * 7)

/** The last day on which the payer can claim that the debit was not authorised: thirteen months. */
export const unauthorisedRefundUntil = (debited_on: Day): Day => addMonths(debited_on, 13)

/** What a screen that says "incassato" adds about a debit; null when nobody can ask for the money back any more. */
export function refundWarning(debited_on: Day, today: Day): string | null {
  const onDemand = refundableUntil(debited_on)
  const unauthorised = unauthorisedRefundUntil(debited_on)
  if (today <= onDemand)
    return `Chi ha pagato può chiederne il rimborso alla sua banca fino al ${formatDate(onDemand)}, senza dare motivi.`
  if (today <= unauthorised)
    return `Il rimborso è possibile solo se l’addebito non era autorizzato, fino al ${formatDate(unauthorised)}.`
  return null
}
