import type { Tx } from '../../db/connection.ts'

/**
 * The number of the condominium's next bill, for the year of `issue_date`: the series of its newest bill goes on
 * (`2026/000122` → `2026/000123`, `12/2026` → `13/2026`, `B-0041` → `B-0042`), one that carries the year begins again
 * with it. Locks the condominium, so that two bills made at once get two numbers.
 */
export async function nextBillNumber(tx: Tx, account: Whose, issue_date: string): Promise<string> {
  const [number] = await nextBillNumbers(tx, account, issue_date, 1)
  return number as string
}
type Whose = { customer_id: number; account_id: number }

/** The same for `count` bills, one after the other. */
export async function nextBillNumbers(
  tx: Tx,
  account: Whose,
  issue_date: string,
  count: number,
): Promise<string[]> {
  const { customer_id, account_id } = account
  await tx`select from accounts where account_id = ${account_id} for no key update`
  const year = issue_date.slice(0, 4)
  const [newest] = await tx`
    select number, issue_date from bills where customer_id = ${customer_id} and account_id = ${account_id}
    order by issue_date between ${`${year}-01-01`} and ${`${year}-12-31`} desc, bill_id desc limit 1`
  const series = (newest && seriesOf(newest.number, newest.issue_date.slice(0, 4), year)) ?? {
    before: `${year}/`,
    width: 6,
    after: '',
  }
  const pattern = `^${literally(series.before)}([0-9]{1,15})${literally(series.after)}$`
  const [found] = await tx`
    select coalesce(max(substring(number from ${pattern})::bigint), 0) as last
    from bills where customer_id = ${customer_id} and account_id = ${account_id}`
  return Array.from(
    { length: count },
    (_, index) =>
      `${series.before}${String(found?.last + 1 + index).padStart(series.width, '0')}${series.after}`,
  )
}

export type Series = { before: string; width: number; after: string }

/**
 * What surrounds the counter of a bill's number, with `of_year` in it made `year`: the counter is the last run of digits
 * that is not the year. Null when there is none.
 */
export function seriesOf(number: string, of_year: string, year: string): Series | null {
  const counter = [...number.matchAll(/\d+/g)].findLast(([digits]) => digits !== of_year)
  if (!counter || counter[0].length > 15) return null
  const renewed = (text: string) => text.replace(/\d+/g, (digits) => (digits === of_year ? year : digits))
  return {
    before: renewed(number.slice(0, counter.index)),
    width: counter[0].length,
    after: renewed(number.slice(counter.index + counter[0].length)),
  }
}

const literally = (text: string): string => text.replace(/[^\p{L}\p{N}\s]/gu, '\\$&')
