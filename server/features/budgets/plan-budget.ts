import { createHash } from 'node:crypto'
import type * as contract from '@saldo/contract/bills/budgets'
import { whyNotDueOn, whyNotIssuedOn } from '@saldo/domain/accounting/registration-dates'
import {
  type BudgetBill,
  type BudgetUnit,
  billsOfBudget,
  type Criterion,
  payersOf,
  shareExpense,
} from '@saldo/domain/bills/budget'
import type { Day } from '@saldo/domain/dates'
import { closedBeyond } from '../../db/closed-period.ts'
import type { Tx } from '../../db/connection.ts'
import { periodClosed } from '../../http/errors.ts'
import { expensesOf } from './budget-detail.ts'
import type { LockedBudget } from './locked-budget.ts'
import { type Basis, readBasis, type Table } from './read-basis.ts'

/** A bill to be issued, with the names of its unit and payer. */
export type PlannedBill = BudgetBill & { unit: string; subject_nominative: string }
export type BudgetPlan = {
  problems: contract.BudgetProblem[]
  bills: PlannedBill[]
  items: contract.BudgetExpense[]
  /** Cents of all bills; the budget's own amount unless there are problems. */
  amount: number
  /** The day until which the books are closed, if the issue date lies in that period. */
  closed_to: Day | null
  /** A digest of the bills: equal as long as the same bills would be issued. */
  seen: string
}

/** Plans the bills of a budget as things are now, with all problems. Reads only. */
export async function planBudget(tx: Tx, budget: LockedBudget): Promise<BudgetPlan> {
  const items = await expensesOf(tx, budget)
  const basis = await readBasis(tx, budget, items)
  const problems: contract.BudgetProblem[] = []
  if (items.length === 0) problems.push(problem('no_expenses', 'Aggiungi almeno una voce.'))
  if (budget.due_dates.length === 0) problems.push(problem('no_due_dates', 'Scegli quando scadono le rate.'))
  const wrong = wrongDate(budget)
  if (wrong) problems.push(problem('wrong_dates', wrong))
  const closed_to = await closedBeyond(tx, budget, budget.issue_date)
  if (closed_to) problems.push(problem('period_closed', periodClosed(closed_to, []).message))
  problems.push(...unweighed(basis, items))

  const expenses: {
    amount: number
    tenant_percent: number | null
    criterion: Criterion
    place: number
  }[] = []
  for (const [place, item] of items.entries()) {
    const criterion = criterionOf(item, basis)
    const why =
      criterion === null
        ? noTable(item)
        : (unshareable(item, criterion, basis) ?? withoutTenantsPart(item, criterion, basis))
    if (why || criterion === null) problems.push(why ?? noTable(item))
    else expenses.push({ amount: item.amount, tenant_percent: item.tenant_percent, criterion, place })
  }

  const units = basis.units.map((unit) => ({ unit, payers: payersOf(unit.holders) }))
  const charged = new Set(expenses.flatMap(({ amount, criterion }) => unitsThatPay(amount, criterion)))
  const unpayable = units.filter(
    ({ unit, payers }) => charged.has(unit.unit_id) && payers.owners.length === 0,
  )
  if (unpayable.length > 0) problems.push(noPayer(unpayable.map(({ unit }) => unit.name)))

  const payable: BudgetUnit[] = units
    .filter(({ payers }) => payers.owners.length > 0)
    .map(({ unit, payers }) => ({ unit_id: unit.unit_id, ...payers }))
  const dates = budget.due_dates.length > 0 ? budget.due_dates : [budget.issue_date]
  const names = new Map(basis.units.map(({ unit_id, name }) => [unit_id, name]))
  const bills = billsOfBudget(expenses, payable, dates).map(
    (bill): PlannedBill => ({
      ...bill,
      // Counted in list order, including expenses that cannot be shared.
      lines: bill.lines.map(({ item, amount }) => ({ item: expenses[item]?.place ?? item, amount })),
      unit: names.get(bill.unit_id) ?? '',
      subject_nominative: basis.subjects.get(bill.subject_id) ?? '',
    }),
  )
  const credits = bills.filter(({ amount }) => amount < 0)
  if (credits.length > 0) problems.push(credit(credits.map(({ unit }) => unit)))
  return {
    problems,
    bills,
    items,
    amount: bills.reduce((sum, bill) => sum + bill.amount, 0),
    closed_to,
    seen: digest(budget, items, bills),
  }
}

/** The draft's dates may have become invalid since it was saved. */
const wrongDate = ({ issue_date, due_dates }: LockedBudget): string | null =>
  whyNotIssuedOn(issue_date) ??
  due_dates.map((day) => whyNotDueOn(day, issue_date)).find((why) => why !== null) ??
  null

const unitsThatPay = (amount: number, criterion: Criterion): number[] =>
  [...shareExpense(amount, criterion)].filter(([, cents]) => cents !== 0).map(([unit]) => unit)

/** How an expense is shared, with the weights; null while a table that it needs is missing. */
function criterionOf(item: contract.BudgetExpense, { tables }: Basis): Criterion | null {
  const none: Table['weights'] = new Map()
  const first = tables.get(item.weight_table_id ?? 0)?.weights
  const second = tables.get(item.second_table_id ?? 0)?.weights
  const percent = item.fixed_percent ?? 0
  switch (item.criterion) {
    case 'direct':
      return { kind: 'direct', units: item.unit_ids }
    case 'table':
      return first ? { kind: 'table', weights: first } : null
    case 'terrace':
      return first ? { kind: 'terrace', users: item.unit_ids, covered: first } : null
    case 'stairs':
      return first && second ? { kind: 'stairs', value: first, height: second } : null
    case 'metered': {
      if ((percent > 0 && !first) || (percent < 100 && !second)) return null
      return { kind: 'metered', fixed: first ?? none, readings: second ?? none, fixed_percent: percent }
    }
  }
}

function unshareable(
  item: contract.BudgetExpense,
  criterion: Criterion,
  { units }: Basis,
): contract.BudgetProblem | null {
  const there = new Set(units.map(({ unit_id }) => unit_id))
  if (item.unit_ids.some((id) => !there.has(id)))
    return problem('nobody', `La voce «${item.description}» usa un’unità che non c’è più.`)
  try {
    shareExpense(item.amount, criterion)
    return null
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return problem(
      'nobody',
      `La voce «${item.description}» non va a nessuno: nella sua tabella nessuna unità pesa.`,
    )
  }
}

/** Where owner and tenant both pay, an expense needs the tenant's part; it is never guessed. */
function withoutTenantsPart(
  item: contract.BudgetExpense,
  criterion: Criterion,
  { units }: Basis,
): contract.BudgetProblem | null {
  if (item.tenant_percent !== null) return null
  const charged = new Set(unitsThatPay(item.amount, criterion))
  const undecided = units.filter(({ unit_id, holders }) => charged.has(unit_id) && payersOf(holders).both)
  if (undecided.length === 0) return null
  return problem(
    'no_tenant_percent',
    `Alla voce «${item.description}» manca la quota dell’inquilino: ${theyBothPay} Scrivi la percentuale, anche zero.`,
    undecided.map(({ name }) => name),
  )
}
const theyBothPay = 'in queste unità pagano sia il proprietario sia l’inquilino.'

/**
 * Why an expense needs the tenant's part, as a sentence for its form field: it reaches units where owner and tenant
 * both pay. Null when it does not.
 */
export async function whyTenantsPart(
  tx: Tx,
  budget: LockedBudget,
  item: contract.BudgetExpense,
): Promise<string | null> {
  if (item.tenant_percent !== null) return null
  const basis = await readBasis(tx, budget, [item])
  const criterion = criterionOf(item, basis)
  if (criterion === null || unshareable(item, criterion, basis)) return null
  const found = withoutTenantsPart(item, criterion, basis)
  if (!found) return null
  const more = found.count > found.names.length ? ` e altre ${found.count - found.names.length}` : ''
  return `Scrivi la quota dell’inquilino, anche zero: ${theyBothPay} ${found.names.join('; ')}${more}.`
}

/** The value table needs a weight for every unit; in other tables, units without a weight do not take part. */
function unweighed(
  { units, tables }: Basis,
  items: readonly contract.BudgetExpense[],
): contract.BudgetProblem[] {
  const used = new Set(items.flatMap((item) => [item.weight_table_id, item.second_table_id]))
  return [...tables]
    .filter(([id, { kind, weights }]) => used.has(id) && kind === 'value' && weights.size > 0)
    .flatMap(([, { name, weights }]) => {
      const without = units.filter(({ unit_id }) => !weights.has(unit_id)).map((unit) => unit.name)
      const how = without.length === 1 ? 'un’unità' : `${without.length} unità`
      return without.length > 0
        ? [
            problem(
              'no_weight',
              `La tabella «${name}» non dice quanto pesa ${how}: scrivi i millesimi, anche zero.`,
              without,
            ),
          ]
        : []
    })
}

const noTable = ({ description }: contract.BudgetExpense) =>
  problem('no_table', `La tabella della voce «${description}» non c’è più: scegline un’altra.`)
const noPayer = (names: string[]) =>
  problem('no_payer', 'Non c’è chi paga: aggiungi i titolari, o controlla le date dei loro diritti.', names)
const credit = (names: string[]) =>
  problem('credit', 'Il totale è negativo: è un credito e non una bolletta. Toglilo dalle voci.', names)

const problem = (kind: contract.BudgetProblem['kind'], message: string, names: string[] = []) => ({
  kind,
  message,
  count: names.length,
  names: names.slice(0, 20),
})

function digest(
  budget: LockedBudget,
  items: readonly contract.BudgetExpense[],
  bills: readonly PlannedBill[],
): string {
  const told = [
    [budget.account_id, budget.name, budget.issue_date, items.map(({ description }) => description)],
    bills.map(({ unit_id, subject_id, lines, instalments }) => [unit_id, subject_id, lines, instalments]),
  ]
  return createHash('sha256').update(JSON.stringify(told)).digest('base64url')
}
