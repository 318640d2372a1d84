import { type Day, monthOf, plusDays } from '../days.ts'
import type { Account, Entry } from '../journal.ts'
import { call, expecting, type Player } from '../player.ts'
import { sumOf } from '../sharing.ts'
import { allOf } from './check-bills.ts'
import { cash } from './check-money.ts'
import type { Differences } from './differences.ts'

/** In the platform's balance at the provider, `platform` is the platform's own part; the rest is the condominium's. */
const inHand = new Set<Account>([...cash, 'platform'])
const moved = ({ lines }: Entry) =>
  sumOf(lines.filter(({ account }) => inHand.has(account)).map(({ cents }) => cents))

/** Checks each condominium's register, journal and cash position, today and on past days. */
export async function checkCash(player: Player, found: Differences): Promise<void> {
  const { books } = player
  const first = `${monthOf(books.today)}-01`
  for (const { account_id } of books.ground.accounts) {
    const own = books.journal.entries.filter(({ condominium }) => condominium === account_id)
    for (const day of [books.today, plusDays(first, -1), plusDays(books.today, -5)])
      await checkPosition(player, { account_id, own, day }, found)
    await checkRegister(player, { account_id, own, from: '2020-01-01', to: books.today }, found)
    await checkRegister(player, { account_id, own, from: first, to: plusDays(books.today, -1) }, found)
    await checkJournal(player, { account_id, own }, found)
  }
}

async function checkPosition(
  player: Player,
  { account_id, own, day }: { account_id: number; own: Entry[]; day: Day },
  found: Differences,
): Promise<void> {
  const where = `cash of ${account_id} on ${day}`
  const seen = expecting(await call(player, 'GET', `/v1/books/cash/${account_id}?day=${day}`), 200, where)
  const held = (account: Account) =>
    sumOf(
      own
        .filter((entry) => entry.day <= day)
        .flatMap(({ lines }) => lines.filter((line) => line.account === account).map(({ cents }) => cents)),
    )
  const wanted = {
    bank: held('bank'),
    provider: held('provider_transit') + held('platform'),
    connected: held('connected_balance'),
    in_transit: held('payout_transit'),
    total: sumOf([...inHand].map(held)),
    disputed: held('disputed'),
    credits: 0 - held('subject_credit'),
    debt: 0 - held('office_debt'),
  }
  found.same(where, Object.fromEntries(Object.keys(wanted).map((name) => [name, seen[name]])), wanted)
}

async function checkRegister(
  player: Player,
  { account_id, own, from, to }: { account_id: number; own: Entry[]; from: Day; to: Day },
  found: Differences,
): Promise<void> {
  if (to < from) return
  const where = `register of ${account_id}, ${from} to ${to}`
  const query = `account_id=${account_id}&day_from=${from}&day_to=${to}`
  const sums = expecting(await call(player, 'GET', `/v1/books/register/summary?${query}`), 200, where)
  const within = own.filter(({ day }) => day >= from && day <= to).map(moved)
  const until = (day: Day) => sumOf(own.filter((entry) => entry.day <= day).map(moved))
  const wanted = {
    count: within.filter((cents) => cents !== 0).length,
    opening: until(plusDays(from, -1)),
    money_in: sumOf(within.filter((cents) => cents > 0)),
    money_out: -sumOf(within.filter((cents) => cents < 0)),
    closing: until(to),
  }
  found.same(
    where,
    Object.fromEntries(Object.keys(wanted).map((name) => [name, sums[name] + 0])),
    Object.fromEntries(Object.entries(wanted).map(([name, cents]) => [name, cents + 0])),
  )
  const rows = (await allOf(player, `/v1/books/register?${query}&sort=day`)) as unknown as {
    day: Day
    number: number
    money_in: number
    money_out: number
    balance: number
  }[]
  let [balance, day] = [wanted.opening, '']
  for (const row of rows) {
    balance += row.money_in - row.money_out
    found.same(`${where}, balance after number ${row.number} of ${row.day}`, row.balance, balance)
    found.same(`${where}, number ${row.number} in order`, row.day >= day, true)
    day = row.day
  }
}

/** Checks the journal's two sides: of all entries, and of one account. */
async function checkJournal(
  player: Player,
  { account_id, own }: { account_id: number; own: Entry[] },
  found: Differences,
): Promise<void> {
  for (const account of [undefined, 'receivables', 'collection_fees'] as (Account | undefined)[]) {
    const query = `account_id=${account_id}${account ? `&ledger_account=${account}` : ''}`
    const seen = expecting(
      await call(player, 'GET', `/v1/books/journal/summary?${query}`),
      200,
      'the journal',
    )
    const lines = own.flatMap((entry) => entry.lines.filter((line) => !account || line.account === account))
    const balance = sumOf(lines.map(({ cents }) => cents))
    found.same(`journal of ${account_id}, ${account ?? 'all'}`, seen.debit - seen.credit, balance)
  }
}

/** Checks the office's debt to the platform for each payment to its own account. */
export async function checkDebts(player: Player, found: Differences): Promise<void> {
  const { books } = player
  const rows = (await allOf(player, '/v1/office-debts')) as unknown as { payment_id: number; owed: number }[]
  for (const { id, passed_on } of books.payments) {
    if (!passed_on) continue
    const owed = sumOf(rows.filter(({ payment_id }) => payment_id === id).map((row) => row.owed))
    found.same(`payment ${id}, owed by the office`, owed, passed_on.owed)
  }
  const owed = sumOf(books.payments.map(({ passed_on }) => passed_on?.owed ?? 0))
  found.same('owed by the office, in its books', 0 - books.journal.sum('office_debt'), owed)
}
