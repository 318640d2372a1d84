import { billNumberKey, ownPrefixes } from '@saldo/domain/bills/bill-number'
import type { Tx } from '../../../db/connection.ts'
import { lockSeries } from './number-series.ts'

type Whose = { customer_id: number; account_id: number }

/**
 * The number of the condominium's next ordinary bill, for the year of `issue_date`. It continues the series of the
 * newest ordinary bill (`2026/000122` → `2026/000123`, `12/2026` → `13/2026`, `B-0041` → `B-0042`); a series with the
 * year starts again in the new year. Series are defined in number-series.ts.
 */
export async function nextBillNumber(tx: Tx, account: Whose, issue_date: string): Promise<string> {
  const [number] = await nextBillNumbers(tx, account, issue_date, 1)
  return number as string
}

/** The next numbers of `count` ordinary bills. */
export async function nextBillNumbers(
  tx: Tx,
  account: Whose,
  issue_date: string,
  count: number,
): Promise<string[]> {
  const { customer_id, account_id } = account
  await lockSeries(tx, 'bill', account)
  const year = issue_date.slice(0, 4)
  const newest = await tx<{ number: string; issue_date: string }[]>`
    select number, issue_date from bills
    where customer_id = ${customer_id} and account_id = ${account_id} and number_key !~ ${ownSeriesPattern}
    order by issue_date between ${`${year}-01-01`} and ${`${year}-12-31`} desc, bill_id desc limit ${lookedAt}`
  const numbers = newest.map(({ number }) => number)
  const series = newest
    .map((bill) => seriesOf(bill.number, bill.issue_date.slice(0, 4), year, numbers))
    .find((found) => found !== null) ?? { before: `${year}/`, width: 6, after: '' }
  // Compares folded numbers, as the database does: `b-0042` typed by hand equals B-0042.
  const [before, after] = [series.before, series.after].map((text) => literally(billNumberKey(text)))
  const [found] = await tx`
    select coalesce(max(substring(number_key from ${`^${before}([0-9]{1,15})${after}$`})::bigint), 0) as last
    from bills where customer_id = ${customer_id} and account_id = ${account_id}`
  return Array.from(
    { length: count },
    (_, index) =>
      `${series.before}${String(found?.last + 1 + index).padStart(series.width, '0')}${series.after}`,
  )
}

/** How many of the newest bills are examined: a number without a counter defines no series. */
const lookedAt = 20

/** The folded numbers that ownSeriesOf recognises. */
const ownSeriesPattern = `^(${Object.values(ownPrefixes).join('|').toLowerCase()})-[0-9]{4}/[0-9]+$`

export type Series = { before: string; width: number; after: string }

/**
 * Splits a bill's number into the parts around its counter, with the year `of_year` replaced by `year`. The counter is
 * the last run of digits that is not the year (four digits or, at the end, two, as in `1/26`). Two digits equal to the
 * year are the counter if one of `others` differs only in them (`A1-25`, `A1-26`). Null when there is no counter.
 */
export function seriesOf(
  number: string,
  of_year: string,
  year: string,
  others: readonly string[] = [],
): Series | null {
  const runs = [...number.matchAll(/\d+/g)].filter(([digits]) => digits !== of_year)
  const last = runs.at(-1)
  const counts_in_last = others.some(
    (other) => other !== number && withoutLastRun(other) === withoutLastRun(number),
  )
  const ends_in_year = runs.length > 1 && last?.[0] === of_year.slice(2) && !counts_in_last
  const counter = ends_in_year ? runs.at(-2) : last
  if (!counter || counter[0].length > 15) return null
  const renewed = (text: string) => text.replace(/\d+/g, (digits) => (digits === of_year ? year : digits))
  const after = renewed(number.slice(counter.index + counter[0].length))
  return {
    before: renewed(number.slice(0, counter.index)),
    width: counter[0].length,
    after: ends_in_year ? after.replace(/\d+(?=\D*$)/, year.slice(2)) : after,
  }
}

const withoutLastRun = (number: string): string => number.replace(/\d+(?=\D*$)/, '#')

const literally = (text: string): string => text.replace(/[^\p{L}\p{N}\s]/gu, '\\$&')
