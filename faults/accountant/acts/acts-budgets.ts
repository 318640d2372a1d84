import type { Bill, Budget } from '../books.ts'
import { allOf } from '../checks/check-bills.ts'
import { plusDays, yearOf } from '../days.ts'
import { type Act, call, expecting, Mismatch, type Player, pickOne, someCents } from '../player.ts'
import { cancel, issue } from '../posting/posting-bills.ts'
import { evenParts, shareOut } from '../sharing.ts'
import { instalmentsFrom } from './acts-bills.ts'

const settled = async (player: Player) => {
  const failed = await player.world.settle()
  if (failed.length > 0) throw new Mismatch(failed.join('; '))
}

/** Imported units of a condominium, all with the same weight and one owner. */
const unitsOf = ({ books }: Player, condominium: number) =>
  books.imports
    .filter(({ undone }) => !undone)
    .flatMap(({ units }) => units.filter((unit) => unit.condominium === condominium))
const shareable = (player: Player) =>
  player.books.ground.accounts.filter(({ account_id }) => unitsOf(player, account_id).length > 0)

/** Issues a year's expense, shared among the owners by weight, in instalments. */
async function issueBudget(player: Player): Promise<void> {
  const { books, random } = player
  const { account_id } = pickOne(player, shareable(player))
  const units = unitsOf(player, account_id)
  const amount = someCents(random, 1_000 * units.length, 90_000)
  const due_dates = Array.from({ length: someCents(random, 1, 3) }, (_, at) =>
    plusDays(books.today, 10 + 30 * at),
  )
  const year = yearOf(books.today)
  const made = expecting(
    await call(player, 'PUT', '/v1/budgets', {
      account_id,
      ...{ starts_on: `${year}-01-01`, ends_on: `${year}-12-31` },
      name: `Preventivo ${player.serial}`,
      due_dates,
    }),
    201,
    'a budget',
  )
  const [table] = made.basis.tables
  const expense = { description: 'Spese generali', amount, criterion: 'table' }
  const asked = { budget_id: made.budget_id, weight_table_id: table.weight_table_id, ...expense }
  const both = units.some(({ tenant }) => tenant !== undefined)
  // Where owner and tenant both pay, the tenant's part must be given.
  if (both)
    expecting(
      await call(player, 'PUT', '/v1/budgets/expenses', asked),
      400,
      'an expense without the tenant’s part',
    )
  const tenant_percent = pickOne(player, [0, 50, 100])
  expecting(
    await call(player, 'PUT', '/v1/budgets/expenses', both ? { ...asked, tenant_percent } : asked),
    201,
    'an expense',
  )
  const preview = expecting(
    await call(player, 'GET', `/v1/budgets/preview/${made.budget_id}`),
    200,
    'a preview',
  )
  const { seen } = preview
  const answer = await call(player, 'POST', `/v1/budgets/issue/${made.budget_id}`, { seen })
  if (books.closedOn(account_id, books.today)) throw new Mismatch('today is never closed')
  expecting(answer, 202, `issuing a budget ${JSON.stringify(preview.problems)}`)
  await settled(player)
  const rows = (await allOf(player, `/v1/bills?account_id=${account_id}`)) as unknown as { bill_id: number }[]
  const budget: Budget = { id: made.budget_id, bills: [], undone: false }
  for (const { bill_id } of rows.filter((row) => !books.bills.some(({ id }) => id === row.bill_id))) {
    const body = expecting(await call(player, 'GET', `/v1/bills/${bill_id}`), 200, 'a bill')
    const bill: Bill = {
      ...{ id: bill_id, number: body.number, condominium: account_id, subject: body.subject_id },
      ...{ status: 'issued', issued_on: books.today, description: body.description, notes: [], claims: [] },
      ...{ reissued: false, tried: false, instalments: instalmentsFrom(body) },
    }
    const whole = bill.instalments.reduce((sum, each) => sum + each.amount, 0)
    const asked = JSON.stringify(bill.instalments.map(({ due, amount: cents }) => [due, cents]))
    const wanted = JSON.stringify(
      evenParts(whole, due_dates.length).map((cents, at) => [due_dates[at], cents]),
    )
    if (asked !== wanted) throw new Mismatch(`a bill of a budget asks ${asked}, the books say ${wanted}`)
    budget.bills.push(bill)
    books.bills.push(bill)
    issue(books, bill)
  }
  // Which of several equal units gets an extra cent depends on their names, so only the number of units that get one is
  // checked.
  const shares = shareOut(
    amount,
    units.map(() => 10),
  )
  const split = (cents: number) => {
    const [tenants = 0, owners = 0] = shareOut(cents, [tenant_percent, 100 - tenant_percent])
    return [tenants, owners]
  }
  const wanted = units.flatMap(({ tenant }, at) =>
    tenant === undefined ? [shares[at] as number] : split(shares[at] as number),
  )
  const some = (cents: readonly number[]) => cents.filter((each) => each !== 0).toSorted((x, y) => x - y)
  const got = budget.bills.map(({ instalments }) => instalments.reduce((sum, each) => sum + each.amount, 0))
  const close = some(got).every((cents, at) => Math.abs(cents - (some(wanted)[at] ?? 0)) <= (both ? 1 : 0))
  if (got.reduce((sum, cents) => sum + cents, 0) !== amount || got.length !== some(wanted).length || !close)
    throw new Mismatch(`a budget of ${amount} asks ${some(got)}, the books say ${some(wanted)}`)
  const payers = units.flatMap(({ subject, tenant }) =>
    tenant === undefined
      ? [subject]
      : [...(tenant_percent < 100 ? [subject] : []), ...(tenant_percent > 0 ? [tenant] : [])],
  )
  const sorted = (ids: readonly number[]) => JSON.stringify(ids.toSorted((x, y) => x - y))
  if (sorted(payers) !== sorted(budget.bills.map(({ subject }) => subject)))
    throw new Mismatch(`a budget is asked of others than ${payers}`)
  books.budgets.push(budget)
}

const issuedBudgets = ({ books }: Player) => books.budgets.filter(({ undone }) => !undone)

/** Cancels all bills of a budget while nothing was paid, or none. */
async function undo(player: Player): Promise<void> {
  const { books } = player
  const budget = pickOne(player, issuedBudgets(player))
  const touched = budget.bills.some(
    (bill) => bill.tried || bill.plan || bill.status !== 'issued' || bill.notes.length > 0,
  )
  const held = budget.bills.some(({ instalments }) =>
    instalments.some((each) => each.settled + each.pending > 0),
  )
  const answer = await call(player, 'POST', `/v1/budgets/undo/${budget.id}`)
  if (held) return void expecting(answer, 409, 'undoing a budget of which something was paid')
  if (touched && answer.status === 409) return
  expecting(answer, 200, 'undoing a budget')
  budget.undone = true
  for (const bill of budget.bills) if (bill.status !== 'cancelled') cancel(books, bill)
}

export const budgetActs: Act[] = [
  { name: 'budget issued', weight: 8, fits: (player) => shareable(player).length > 0, run: issueBudget },
  { name: 'budget undone', weight: 5, fits: (player) => issuedBudgets(player).length > 0, run: undo },
]
