import type { Account } from '../journal.ts'
import type { Player } from '../player.ts'
import type { Differences } from './differences.ts'

/**
 * Checks the ledger's tables: each account by day, person and condominium; each bill's receivables; every entry sums to
 * zero.
 */
export async function checkLedger({ world, books }: Player, found: Differences): Promise<void> {
  const { customer_id } = books.ground
  const rows = await world.sql`
    select l.ledger_account as account, e.day, e.account_id as condominium, e.subject_id as subject, sum(l.amount)::bigint as cents
    from ledger_entries e join ledger_lines l on l.customer_id = e.customer_id and l.entry_id = e.entry_id
    where e.customer_id = ${customer_id}
    group by 1, 2, 3, 4 having sum(l.amount) <> 0`
  const seen = new Map(
    rows.map((row) => [`${row.account} ${row.day} ${row.condominium} ${row.subject}`, Number(row.cents)]),
  )
  const wanted = new Map<string, number>()
  for (const { day, condominium, subject, lines } of books.journal.entries)
    for (const { account, cents } of lines) {
      const key = `${account} ${day} ${condominium} ${subject}`
      wanted.set(key, (wanted.get(key) ?? 0) + cents)
    }
  for (const key of new Set([...seen.keys(), ...wanted.keys()]))
    found.same(`ledger, ${key}`, seen.get(key) ?? 0, wanted.get(key) ?? 0)
  const [wrong] = await world.sql`
    select count(*)::int as entries from (
      select entry_id from ledger_lines where customer_id = ${customer_id} group by entry_id having sum(amount) <> 0) e`
  found.same('ledger entries that do not sum to zero', wrong.entries, 0)
  const bills = await world.sql`
    select bill_id, sum(amount)::bigint as cents from ledger_lines
    where customer_id = ${customer_id} and ledger_account = 'receivables' group by bill_id`
  found.same('receivables of no bill', bills.find(({ bill_id }) => bill_id === null)?.cents ?? 0, 0)
  for (const { id } of books.bills)
    found.same(
      `receivables of bill ${id}`,
      Number(bills.find(({ bill_id }) => Number(bill_id) === id)?.cents ?? 0),
      books.journal.sum('receivables', (_entry, line) => line.bill === id),
    )
}

/** Each account's balance at the end of a day. */
export const balances = ({ books }: Player, account: Account) => books.journal.sum(account)
