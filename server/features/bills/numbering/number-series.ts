import { type OwnSeries, ownNumber, ownPrefixes } from '@saldo/domain/bills/bill-number'
import type { Tx } from '../../../db/connection.ts'

/*
 * A series is a set of documents that are numbered together: the documents of one kind, of one condominium and, where
 * the number carries the year, of one year of the documents' own date. There are five, and the numbers of one series
 * never affect another:
 * - ordinary bills, which go on in the condominium's own form (`2026/000124`, `13/2026`; see bill-number.ts);
 * - bills that ask for late interest, `MORA-2026/000001`;
 * - bills of opening balances, `SALDO-2026/000001`, so that the office's own numbers stay free for its bills;
 * - credit notes, `NC-2026/000001`, dated the day they are made;
 * - receipts, `RIC-2026/000001`, dated the day the money arrived (the database gives them: 0011-payments.sql).
 * The next number is one more than the highest there is,
 * cancelled documents included, read under a lock that lasts as long as the transaction: those made at once wait for each
 * other, and one that is rolled back leaves no gap.
 */
type Whose = { customer_id: number; account_id: number }

/** Serialises numbering in the same series until this transaction ends. */
export const lockSeries = (tx: Tx, series: 'bill' | OwnSeries, { account_id }: Pick<Whose, 'account_id'>) =>
  tx`select pg_advisory_xact_lock(hashtextextended(${`numbers:${series}:${account_id}`}, 0))`

/** The next credit note's number for the year of `day`, its date. */
export async function nextNoteNumber(tx: Tx, account: Whose, day: string): Promise<string> {
  const year = day.slice(0, 4)
  await lockSeries(tx, 'credit_note', account)
  const [found] = await tx`
    select coalesce(max(split_part(number, '/', 2)::bigint), 0) as last from credit_notes
    where customer_id = ${account.customer_id} and account_id = ${account.account_id}
      and number ~ ${`^${ownPrefixes.credit_note}-${year}/[0-9]{1,15}$`}`
  return ownNumber('credit_note', year, found?.last + 1)
}

/**
 * The next numbers of bills in a series of Saldo's own, late interest or opening balances, for the year of their issue
 * date.
 */
export async function nextOwnBillNumbers(
  tx: Tx,
  series: 'interest' | 'opening',
  account: Whose,
  issue_date: string,
  count: number,
): Promise<string[]> {
  const year = issue_date.slice(0, 4)
  await lockSeries(tx, series, account)
  const [found] = await tx`
    select coalesce(max(split_part(number_key, '/', 2)::bigint), 0) as last from bills
    where customer_id = ${account.customer_id} and account_id = ${account.account_id}
      and number_key ~ ${`^${ownPrefixes[series].toLowerCase()}-${year}/[0-9]{1,15}$`}`
  return Array.from({ length: count }, (_, index) => ownNumber(series, year, found?.last + 1 + index))
}
