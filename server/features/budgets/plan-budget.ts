import { createHash } from 'node:crypto'
import type * as contract from '@saldo/contract/bills/budgets'
import { whyNotDueOn, whyNotIssuedOn } from '@saldo/domain/accounting/registration-dates'
import { type BudgetBill, type BudgetUnit, billsOfBudget } from '@saldo/domain/bills/budget'
import type { Day } from '@saldo/domain/dates'
import { closedBeyond } from '../../db/closed-period.ts'
import type { Tx } from '../../db/connection.ts'
import { periodClosed } from '../../http/errors.ts'
import { expensesOf } from './budget-detail.ts'
import { notice, type Problem, problem, unitsInWords } from './budget-problem.ts'
import { criterionOf, type Shareable } from './criterion-of.ts'
import { findPayers } from './find-payers.ts'
import type { LockedBudget } from './locked-budget.ts'
import { type Basis, readBasis } from './read-basis.ts'

/** A bill to be issued, with the names of its unit and payer. */
export type PlannedBill = BudgetBill & { unit: string; subject_nominative: string }
export type BudgetPlan = {
  problems: Problem[]
  notices: contract.BudgetNotice[]
  bills: PlannedBill[]
  items: contract.BudgetExpense[]
  /** Cents of all bills; the budget's own amount unless there are problems. */
  amount: number
  /** The day until which the books are closed, if the issue date lies in that period. */
  closed_to: Day | null
  /** A digest of all that the preview shows: equal as long as the same bills would be issued. */
  seen: string
}

/** Plans the bills of a budget as things are now, with all problems. Reads only. */
export async function planBudget(tx: Tx, budget: LockedBudget): Promise<BudgetPlan> {
  const items = await expensesOf(tx, budget)
  const basis = await readBasis(tx, budget, items)
  const closed_to = await closedBeyond(tx, budget, budget.issue_date)
  const shared = items.map((item) => ({ item, shared: criterionOf(item, basis) }))
  const payers = findPayers(shared, basis)
  const bills = billsFrom(budget, shared, payers.units, basis)
  const credits = bills.filter(({ amount }) => amount < 0)
  return {
    problems: [
      ...missing(budget, items),
      ...(closed_to ? [problem('period_closed', periodClosed(closed_to, []).message)] : []),
      ...unweighed(basis, items),
      ...shared.flatMap(({ shared }) => shared.problem ?? []),
      ...payers.problems,
      ...(credits.length > 0 ? [credit(credits.map(({ unit }) => unit))] : []),
    ],
    notices: [...payers.notices, ...(await otherBudgets(tx, budget))],
    bills,
    items,
    amount: bills.reduce((sum, bill) => sum + bill.amount, 0),
    closed_to,
    seen: digest(budget, items, bills),
  }
}

/** What the draft itself lacks. Its dates may have become invalid since it was saved. */
function missing(budget: LockedBudget, items: readonly contract.BudgetExpense[]): Problem[] {
  const unpriced = items.filter(({ amount }) => amount === null)
  const wrong = wrongDate(budget)
  return [
    ...(items.length === 0 ? [problem('no_expenses', 'Aggiungi almeno una voce.')] : []),
    ...(unpriced.length > 0 ? [noAmount(unpriced.map(({ description }) => description))] : []),
    ...(budget.due_dates.length === 0 ? [problem('no_due_dates', 'Scrivi quando scadono le rate.')] : []),
    ...(wrong ? [problem('wrong_dates', wrong)] : []),
  ]
}

const noAmount = (names: string[]): Problem =>
  problem(
    'no_amount',
    `Manca l’importo di ${names.length === 1 ? 'una voce' : `${names.length} voci`}: scrivilo, o togli ${names.length === 1 ? 'la voce' : 'le voci'}.`,
    names,
  )

/** Issued budgets of the same time: the same expenses could be asked twice. */
async function otherBudgets(tx: Tx, budget: LockedBudget): Promise<contract.BudgetNotice[]> {
  const { customer_id, account_id, budget_id, starts_on, ends_on } = budget
  const others = await tx<{ name: string }[]>`
    select name from budgets
    where customer_id = ${customer_id} and account_id = ${account_id} and budget_id <> ${budget_id} and state = 'issued'
      and starts_on <= ${ends_on} and ends_on >= ${starts_on} order by budget_id`
  const names = others.map(({ name }) => name)
  return names.length > 0
    ? [notice('Per lo stesso esercizio ci sono già bollette emesse, da un altro preventivo:', names)]
    : []
}

/** The bills, for the units of which it is sure who pays, of the expenses that can be shared. */
function billsFrom(
  budget: LockedBudget,
  shared: readonly { item: contract.BudgetExpense; shared: Shareable }[],
  units: readonly BudgetUnit[],
  basis: Basis,
): PlannedBill[] {
  const expenses = shared.flatMap(({ item, shared }, place) =>
    shared.criterion === null ? [] : [{ ...item, amount: shared.amount, criterion: shared.criterion, place }],
  )
  const names = new Map(basis.units.map(({ unit_id, name }) => [unit_id, name]))
  return billsOfBudget(expenses, units, budget.due_dates).map((bill) => ({
    ...bill,
    // Counted in list order, including expenses that cannot be shared.
    lines: bill.lines.map(({ item, amount }) => ({ item: expenses[item]?.place ?? item, amount })),
    unit: names.get(bill.unit_id) ?? '',
    subject_nominative: basis.subjects.get(bill.subject_id) ?? '',
  }))
}

/** The draft's dates may have become invalid since it was saved. */
const wrongDate = ({ issue_date, due_dates }: LockedBudget): string | null =>
  whyNotIssuedOn(issue_date) ??
  due_dates.map((day) => whyNotDueOn(day, issue_date)).find((why) => why !== null) ??
  null

/** The value table needs a weight for every unit; in other tables, units without a weight do not take part. */
function unweighed({ units, tables }: Basis, items: readonly contract.BudgetExpense[]): Problem[] {
  const used = new Set(items.flatMap((item) => [item.weight_table_id, item.second_table_id]))
  return [...tables]
    .filter(([id, { kind, weights }]) => used.has(id) && kind === 'value' && weights.size > 0)
    .flatMap(([, { name, weights }]) => {
      const without = units.filter(({ unit_id }) => !weights.has(unit_id)).map((unit) => unit.name)
      const of = unitsInWords(without.length)
      const message = `Mancano i millesimi di ${of} nella tabella «${name}»: scrivili, anche zero.`
      return without.length > 0 ? [problem('no_weight', message, without)] : []
    })
}

const credit = (names: string[]): Problem =>
  problem('credit', 'Il totale è negativo: è un credito e non una bolletta. Toglilo dalle voci.', names)

function digest(
  budget: LockedBudget,
  items: readonly contract.BudgetExpense[],
  bills: readonly PlannedBill[],
): string {
  const told = [
    [budget.account_id, budget.name, budget.issue_date, items.map(({ description }) => description)],
    bills.map(({ unit_id, unit, subject_id, subject_nominative, lines, instalments }) => [
      ...[unit_id, unit, subject_id, subject_nominative],
      ...[lines, instalments],
    ]),
  ]
  return createHash('sha256').update(JSON.stringify(told)).digest('base64url')
}
