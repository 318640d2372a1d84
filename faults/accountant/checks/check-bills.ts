import {
  amountOf,
  type Bill,
  type Books,
  disputedOf,
  dueOf,
  overdueOf,
  pendingOf,
  phasesOf,
  residueOf,
  settledOf,
} from '../books.ts'
import { accruedOn, activeClaims, claimable, ruleOf, sureOf } from '../interest.ts'
import { call, expecting, linkOf, type Player } from '../player.ts'
import { centsOf } from '../posting/posting-payments.ts'
import { sumOf } from '../sharing.ts'
import type { Differences } from './differences.ts'

/** All rows of a list, page after page. */
export async function allOf(player: Player, list: string): Promise<Record<string, never>[]> {
  const rows: Record<string, never>[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const more: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const { items, next_cursor } = expecting(
      await call(player, 'GET', `${list}${list.includes('?') ? '&' : '?'}limit=200${more}`),
      200,
      list,
    )
    rows.push(...items)
    cursor = next_cursor
  }
  return rows
}

/** Checks each bill on its own page, in the list, on its public page and in the list’s sums. */
export async function checkBills(player: Player, found: Differences): Promise<void> {
  const { books } = player
  const rows = await allOf(player, '/v1/bills')
  found.same(
    'bills in the list',
    rows.map(({ bill_id }) => Number(bill_id)).toSorted((a, b) => a - b),
    books.bills.map(({ id }) => id).toSorted((a, b) => a - b),
  )
  for (const bill of books.bills) {
    const row = rows.find(({ bill_id }) => bill_id === bill.id)
    if (row) compareBill(books, bill, row, `${name(bill)} in the list`, found)
    const detail = expecting(await call(player, 'GET', `/v1/bills/${bill.id}`), 200, 'a bill')
    compareBill(books, bill, detail, name(bill), found)
    compareDetail(bill, detail, found)
    if (bill.status === 'issued') await checkPublicPage(player, bill, found)
    if (bill.status === 'issued' && sureOf(books, bill)) await checkInterest(player, bill, found)
  }
  await checkSums(player, found)
}

const name = ({ id, number }: Bill) => `bill ${id} (${number})`

function compareBill(
  books: Books,
  bill: Bill,
  seen: Record<string, unknown>,
  where: string,
  found: Differences,
) {
  found.same(`${where}, amount`, seen.amount, amountOf(bill))
  found.same(`${where}, settled`, seen.settled, settledOf(bill))
  found.same(`${where}, pending`, seen.pending, pendingOf(bill))
  found.same(`${where}, residue`, seen.residue, residueOf(bill))
  found.oneOf(`${where}, phase`, seen.phase, phasesOf(books, bill))
  if (bill.status !== 'issued') return
  const unsettled = bill.instalments.filter(({ amount, settled }) => settled < amount).map(({ due }) => due)
  const all = bill.instalments.map(({ due }) => due).toSorted()
  found.same(`${where}, next due date`, seen.next_due_date, unsettled.toSorted()[0] ?? all.at(-1))
}

/** Compares by day: one day may have several rows after a plan. */
function compareDetail(
  bill: Bill,
  detail: { instalments: never[]; credit_notes: never[] },
  found: Differences,
) {
  const where = name(bill)
  type Seen = { due_date: string; amount: number; settled: number; pending: number }
  const days = new Map<string, [number, number, number]>()
  for (const { due_date, amount, settled, pending } of detail.instalments as Seen[]) {
    const [a, s, p] = days.get(due_date) ?? [0, 0, 0]
    days.set(due_date, [a + amount, s + settled, p + pending])
  }
  const wanted = bill.instalments
    .filter(({ amount, settled, pending }) => amount + settled + pending > 0)
    .map(({ due, amount, settled, pending }) => [due, amount, settled, pending])
  found.same(
    `${where}, instalments`,
    [...days]
      .filter(([, sums]) => sumOf(sums) > 0)
      .map(([due, sums]) => [due, ...sums])
      .toSorted(byText),
    wanted.toSorted(byText),
  )
  found.same(
    `${where}, credit notes`,
    detail.credit_notes
      .map((note: { amount: number; freed: number; issue_date: string; number: string }) => [
        note.number,
        note.amount,
        note.freed,
        note.issue_date,
      ])
      .toSorted(byText),
    bill.notes.map(({ number, amount, freed, day }) => [number, amount, freed, day]).toSorted(byText),
  )
}
const byText = (one: unknown, other: unknown) => (String(one) < String(other) ? -1 : 1)

async function checkPublicPage(player: Player, bill: Bill, found: Differences): Promise<void> {
  const token = await linkOf(player, bill)
  const page = expecting(
    await player.world.call({ method: 'GET', url: `/v1/mybill/${token}` }),
    200,
    'the public page',
  )
  const where = `${name(bill)}, public page`
  found.same(`${where}, settled`, page.settled, settledOf(bill))
  found.same(`${where}, amount`, page.amount, amountOf(bill))
  found.same(`${where}, pending`, page.pending, pendingOf(bill))
  found.same(`${where}, credit`, page.credit, player.books.creditOf(bill.condominium, bill.subject))
  if (page.not_payable_reason === null && !disputedOf(player.books, bill) && pendingOf(bill) === 0) {
    const payable = centsOf(dueOf(bill))
    const now = overdueOf(bill, player.books.today) || (dueOf(bill)[0]?.cents ?? 0)
    found.oneOf(`${where}, payable`, page.payable, [payable, now])
  }
}

/** Checks accrued interest, charged interest, and what can be charged now. */
async function checkInterest(player: Player, bill: Bill, found: Differences): Promise<void> {
  const { books } = player
  if (ruleOf(books, bill.condominium).kind === 'none') return
  const seen = expecting(await call(player, 'GET', `/v1/late-interest/${bill.id}`), 200, 'interest')
  const where = `${name(bill)}, interest`
  found.same(`${where} accrued`, seen.accrued, accruedOn(books, bill))
  found.same(`${where} charged`, seen.charged, sumOf(activeClaims(bill).map(({ cents }) => cents)))
  found.same(`${where} claimable`, seen.amount, claimable(books, bill))
}

async function checkSums(player: Player, found: Differences): Promise<void> {
  const { books } = player
  const asked = (bills: Bill[]) => ({
    amount: sumOf(bills.map(amountOf)),
    settled: sumOf(bills.map(settledOf)),
    residue: sumOf(bills.map(residueOf)),
  })
  const issued = books.issued()
  const all = expecting(await call(player, 'GET', '/v1/bills/summary'), 200, 'sums of the bills')
  found.same('sums of the bills, settled', all.settled, asked(issued).settled)
  found.same('sums of the bills, residue', all.residue, asked(issued).residue)
  for (const { account_id } of books.ground.accounts) {
    const of = issued.filter(({ condominium }) => condominium === account_id)
    const sums = expecting(
      await call(player, 'GET', `/v1/bills/summary?account_id=${account_id}`),
      200,
      'sums',
    )
    found.same(`sums of the bills of condominium ${account_id}, residue`, sums.residue, asked(of).residue)
    const row = (await allOf(player, `/v1/accounts?ids=${account_id}`))[0] as
      | Record<string, unknown>
      | undefined
    const where = `condominium ${account_id} in its list`
    found.same(`${where}, issued`, row?.issued, asked(of).amount)
    found.same(`${where}, collected`, row?.collected, asked(of).settled)
    found.same(`${where}, residue`, row?.residue, asked(of).residue)
    found.same(`${where}, overdue`, row?.overdue, sumOf(of.map((bill) => overdueOf(bill, books.today))))
  }
  for (const { subject_id } of books.ground.subjects) {
    const of = issued.filter(({ subject }) => subject === subject_id)
    const row = (await allOf(player, `/v1/subjects?ids=${subject_id}`))[0] as
      | Record<string, unknown>
      | undefined
    const where = `person ${subject_id} in the list`
    found.same(`${where}, residue`, row?.residue, asked(of).residue)
    found.same(`${where}, overdue`, row?.overdue, sumOf(of.map((bill) => overdueOf(bill, books.today))))
  }
}
