import { type Bill, type Books, overdueOf } from '../books.ts'
import { daysFrom } from '../days.ts'
import type { Player } from '../player.ts'
import { sumOf } from '../sharing.ts'
import { allOf } from './check-bills.ts'
import type { Differences } from './differences.ts'

/** Days past due, both ends included. */
const bands = { late_30: [1, 30], late_90: [31, 90], late_180: [91, 180], late_365: [181, 365] } as const

/** The overdue amounts of some bills, by days past due. */
function agesOf(books: Books, bills: readonly Bill[]) {
  const late = bills.flatMap((bill) =>
    bill.instalments
      .filter(({ due, amount, settled }) => due < books.today && settled < amount)
      .map(({ due, amount, settled }) => ({
        due,
        cents: amount - settled,
        days: daysFrom(due, books.today),
      })),
  )
  const between = (from: number, to: number) =>
    sumOf(late.filter(({ days }) => days >= from && days <= to).map(({ cents }) => cents))
  const oldest = late.map(({ due }) => due).toSorted()[0]
  return {
    overdue: sumOf(bills.map((bill) => overdueOf(bill, books.today))),
    ...Object.fromEntries(Object.entries(bands).map(([name, [from, to]]) => [name, between(from, to)])),
    late_more: between(366, 1_000_000),
    oldest_due: oldest,
    // Six months from the end of the debt's year (art. 1129, ninth paragraph, c.c.).
    act_by: oldest && `${Number(oldest.slice(0, 4)) + 1}-06-30`,
  }
}

/** Checks arrears by age for each condominium and each person, in total and per condominium. */
export async function checkArrears(player: Player, found: Differences): Promise<void> {
  const { books } = player
  const compare = (
    where: string,
    rows: Record<string, unknown>[],
    key: string,
    id: number,
    bills: Bill[],
  ) => {
    const row = rows.find((each) => each[key] === id)
    const wanted = agesOf(books, bills)
    if (wanted.overdue === 0) return found.same(`${where}, listed`, row !== undefined, false)
    const seen = Object.fromEntries(Object.keys(wanted).map((name) => [name, row?.[name]]))
    found.same(where, seen, wanted)
  }
  const issued = books.issued()
  const by_account = await allOf(player, '/v1/arrears')
  for (const { account_id } of books.ground.accounts) {
    const of = issued.filter(({ condominium }) => condominium === account_id)
    compare(`arrears of condominium ${account_id}`, by_account, 'account_id', account_id, of)
  }
  const { account_id } = books.ground.accounts[0] as { account_id: number }
  for (const one of [undefined, account_id]) {
    const by_person = await allOf(player, `/v1/arrears/subjects${one ? `?account_id=${one}` : ''}`)
    for (const { subject_id } of books.ground.subjects) {
      const of = issued.filter(
        ({ subject, condominium }) => subject === subject_id && (one ?? condominium) === condominium,
      )
      const where = `arrears of person ${subject_id}${one ? ` with ${one}` : ''}`
      compare(where, by_person, 'subject_id', subject_id, of)
    }
  }
}
