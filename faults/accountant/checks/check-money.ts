import { amountOf, type Books, overdueOf, residueOf, settledOf } from '../books.ts'
import { type Day, monthOf, yearOf } from '../days.ts'
import type { Account, Entry } from '../journal.ts'
import { call, expecting, type Player } from '../player.ts'
import { sumOf } from '../sharing.ts'
import { allOf } from './check-bills.ts'
import type { Differences } from './differences.ts'

/** The accounts that hold money. */
export const cash = new Set<Account>(['bank', 'provider_transit', 'connected_balance', 'payout_transit'])
/** The accounts of collection costs. */
const costs = new Set<Account>(['collection_fees', 'application_fees'])
/** The platform's accounts: what it advanced or kept, and the office's debt for it. */
const platforms = new Set<Account>(['platform', 'office_debt'])
type Money = { gross: number; given_back: number; taken_back: number; fees: number; net: number }

/** Computes from entries: money in, money refunded, money taken by banks, costs. */
export function moneyOf(entries: readonly Entry[]): Money {
  const money = { gross: 0, given_back: 0, taken_back: 0, fees: 0 }
  for (const { what, lines } of entries) {
    const fee = sumOf(lines.filter(({ account }) => costs.has(account)).map(({ cents }) => cents))
    const left = lines.filter(({ account }) => cash.has(account) || platforms.has(account))
    const moved = sumOf(left.map(({ cents }) => cents)) + fee
    money.fees += fee
    if (what === 'incasso') money.gross += moved
    else if (what.startsWith('rimborso')) money.given_back -= moved
    else if (what === 'tornato' || what.startsWith('contestazione')) money.taken_back -= moved
  }
  const { gross, given_back, taken_back, fees } = money
  return { ...money, net: gross - given_back - taken_back - fees }
}

const names = ['gross', 'given_back', 'taken_back', 'fees', 'net'] as const

/** Checks the list of payments, its footer, and the dashboard. */
export async function checkMoney(player: Player, found: Differences): Promise<void> {
  const { books } = player
  const { entries } = books.journal
  const rows = await allOf(player, '/v1/payments')
  found.same('payments in the list', rows.length, books.payments.length)
  for (const payment of books.payments) {
    const row = rows.find(({ payment_id }) => payment_id === payment.id) as
      | Record<string, unknown>
      | undefined
    const where = `payment ${payment.id} (${payment.method}) in the list`
    found.same(`${where}, amount`, row?.amount, payment.amount)
    found.same(`${where}, refunded`, row?.refunded, payment.given_back)
    const own = moneyOf(entries.filter((entry) => entry.payment === payment.id))
    for (const name of names) found.same(`${where}, ${name}`, row?.[name], own[name])
  }
  await footer(player, '', () => true, found)
  const today = books.today
  await footer(player, `?moved_on_from=${today}&moved_on_to=${today}`, ({ day }) => day === today, found)
  const first = `${monthOf(today)}-01`
  await footer(player, `?moved_on_to=${first}`, ({ day }) => day <= first, found)
  const shown = moneyOf(entries.filter(({ payment }) => payment !== undefined))
  const held = sumOf(
    [...cash, ...platforms].map((account) =>
      books.journal.sum(account, (entry) => entry.payment !== undefined),
    ),
  )
  found.same('net of all payments against what is held', shown.net, held)
  await checkDashboard(player, found)
}

async function footer(player: Player, query: string, of: (entry: Entry) => boolean, found: Differences) {
  const sums = expecting(await call(player, 'GET', `/v1/payments/summary${query}`), 200, 'the footer')
  const wanted = moneyOf(
    player.books.journal.entries.filter((entry) => entry.payment !== undefined && of(entry)),
  )
  for (const name of names) found.same(`footer of payments${query}, ${name}`, sums[name], wanted[name])
}

async function checkDashboard(player: Player, found: Differences): Promise<void> {
  const { books } = player
  const { today } = books
  const seen = expecting(await call(player, 'GET', '/v1/dashboard'), 200, 'the dashboard')
  const issued = books.issued()
  const this_year = issued.filter(({ issued_on }) => yearOf(issued_on) === yearOf(today))
  const counted = this_year.length > 0 ? this_year : issued
  found.same('dashboard, amount', seen.totals.amount, sumOf(counted.map(amountOf)))
  found.same('dashboard, settled', seen.totals.settled, sumOf(counted.map(settledOf)))
  found.same('dashboard, residue', seen.totals.residue, sumOf(counted.map(residueOf)))
  found.same('dashboard, to collect', seen.to_collect?.residue, sumOf(issued.map(residueOf)))
  found.same(
    'dashboard, to collect of earlier years',
    seen.to_collect?.earlier,
    sumOf(issued.filter(({ issued_on }) => yearOf(issued_on) < yearOf(today)).map(residueOf)),
  )
  const late = issued.filter((bill) => overdueOf(bill, today) > 0)
  found.same('dashboard, overdue', seen.overdue, {
    count: late.length,
    amount: sumOf(late.map((bill) => overdueOf(bill, today))),
  })
  found.same(
    'dashboard, collected today',
    seen.collected_today.amount,
    collected(books, (day) => day === today),
  )
  const under_way = books.payments.filter(({ state }) => state === 'waiting')
  found.same('dashboard, under way', seen.under_way.amount, sumOf(under_way.map(({ amount }) => amount)))
  for (const { month, issued: asked, collected: came } of seen.months) {
    const within = (day: Day) => monthOf(day) === month
    found.same(`dashboard, collected in ${month}`, came, collected(books, within))
    found.same(`dashboard, issued in ${month}`, asked, -books.journal.sum('billed', ({ day }) => within(day)))
  }
  for (const { account_id, residue, collected: settled } of seen.accounts) {
    const of = issued.filter(({ condominium }) => condominium === account_id)
    found.same(`dashboard, residue of ${account_id}`, residue, sumOf(of.map(residueOf)))
    found.same(`dashboard, settled of ${account_id}`, settled, sumOf(of.map(settledOf)))
  }
}

function collected(books: Books, within: (day: Day) => boolean): number {
  const { gross, given_back, taken_back } = moneyOf(books.journal.entries.filter(({ day }) => within(day)))
  return gross - given_back - taken_back
}
