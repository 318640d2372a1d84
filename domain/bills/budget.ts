import { formatDate } from '../dates.ts'
import { type Cents, formatEuro } from '../money.ts'
import { apportion, splitInstalments } from './apportion.ts'
import { type Bearing, type Holder, payersOf, sharePayers } from './expense-payers.ts'

/** The weight of each unit, by its id: millesimi, floors, a meter's reading. A missing unit has no weight. */
export type Weights = ReadonlyMap<number, bigint | number>

/**
 * The rule by which an expense is shared. `stairs`: half by value, half by floor height (art. 1124 c.c.). `terrace`: a
 * third to the units that have its sole use, two thirds to the units it covers, by value (art. 1126). `metered`:
 * `fixed_percent` of it by a table, the rest by the meters' readings. `direct`: to these units, in equal parts.
 */
export type Criterion =
  | { kind: 'table'; weights: Weights }
  | { kind: 'stairs'; value: Weights; height: Weights }
  | { kind: 'terrace'; users: readonly number[]; covered: Weights }
  | { kind: 'metered'; fixed: Weights; readings: Weights; fixed_percent: number }
  | { kind: 'direct'; units: readonly number[] }

export const criteria = {
  table: 'Tabella millesimale',
  stairs: 'Scale e ascensore: metà valore, metà altezza (art. 1124 c.c.)',
  terrace: 'Lastrico in uso esclusivo: un terzo a chi lo usa (art. 1126 c.c.)',
  metered: 'A consumo, con una quota fissa',
  direct: 'Solo a queste unità',
} as const satisfies Record<Criterion['kind'], string>
export type CriterionKind = Criterion['kind']
export const criterionKinds = Object.keys(criteria) as [CriterionKind, ...CriterionKind[]]

/**
 * A year's expense shared among units, in cents: unit → share, of those that have any weight. The shares always add up
 * to `amount`; none is a cent or more off its ideal; a negative amount mirrors the positive one; the order in which
 * units come decides nothing. Throws RangeError when a part of it has no unit to go to.
 */
export function shareExpense(amount: Cents, criterion: Criterion): Map<number, Cents> {
  const parts = partsOf(Math.abs(amount), criterion).filter(({ cents }) => cents > 0)
  if (parts.length === 0) return new Map()
  const sums = parts.map(({ weights }) => sumOf(weights))
  if (sums.includes(0n)) throw new RangeError('a part of the expense has nobody to go to')
  const units = [...new Set(parts.flatMap(({ weights }) => [...weights.keys()]))].sort((a, b) => a - b)
  // All parts over one denominator and rounded once: rounding each by itself could put two cents on the same unit.
  const scales = sums.map((_, at) =>
    sums.reduce((product, sum, other) => (other === at ? product : product * sum), 1n),
  )
  const claims = units.map((unit) =>
    parts.reduce(
      (claim, { cents, weights }, at) =>
        claim + BigInt(cents) * weightOf(weights, unit) * (scales[at] as bigint),
      0n,
    ),
  )
  const shares = apportion(amount, claims)
  return new Map(units.map((unit, at) => [unit, shares[at] as Cents]))
}

type Part = { cents: Cents; weights: Weights }

/** Splits a non-negative amount into the criterion's parts, each with the weights to share it by. */
function partsOf(amount: Cents, criterion: Criterion): Part[] {
  switch (criterion.kind) {
    case 'table':
      return [{ cents: amount, weights: criterion.weights }]
    case 'direct':
      return [{ cents: amount, weights: equally(criterion.units) }]
    case 'stairs': {
      const byHeight = Math.floor(amount / 2)
      return [
        { cents: amount - byHeight, weights: criterion.value },
        { cents: byHeight, weights: criterion.height },
      ]
    }
    case 'terrace': {
      const [covered = 0, users = 0] = apportion(amount, [2, 1])
      return [
        { cents: users, weights: equally(criterion.users) },
        { cents: covered, weights: criterion.covered },
      ]
    }
    case 'metered': {
      const { fixed_percent: percent } = criterion
      if (!Number.isInteger(percent) || percent < 0 || percent > 100)
        throw new RangeError(`not a percentage: ${percent}`)
      const [fixed = 0, read = 0] = apportion(amount, [percent, 100 - percent])
      return [
        { cents: fixed, weights: criterion.fixed },
        { cents: read, weights: criterion.readings },
      ]
    }
  }
}

const equally = (units: readonly number[]): Weights => new Map(units.map((unit) => [unit, 1]))
const weightOf = (weights: Weights, unit: number): bigint => BigInt(weights.get(unit) ?? 0)
const sumOf = (weights: Weights): bigint =>
  [...weights.values()].reduce((sum: bigint, weight) => sum + BigInt(weight), 0n)

/** A person's bill for one unit: a line per expense, and instalments with the same total. */
export type BudgetBill = {
  unit_id: number
  subject_id: number
  amount: Cents
  lines: { item: number; amount: Cents }[]
  instalments: { due_date: string; amount: Cents }[]
}
/** A unit with those who have a right in it on the day of issue. */
export type BudgetUnit = { unit_id: number; holders: readonly Holder[] }
export type BudgetExpense = Bearing & { amount: Cents; criterion: Criterion }

/**
 * The bills of a budget, in the order of `units` and then of people: first the year's share of each unit and person,
 * then its instalments (equal, the extra cents first), so that both come to the budget's total. Lines of nothing,
 * instalments of nothing and bills of nothing are left out; one whose amount is negative is a credit and comes as it
 * is, without instalments. Without due dates there are no instalments. `item` counts from 0 in the order of `expenses`. Throws RangeError as `shareExpense` does, and
 * where nobody can say who pays, which is never guessed.
 */
export function billsOfBudget(
  expenses: readonly BudgetExpense[],
  units: readonly BudgetUnit[],
  due_dates: readonly string[],
): BudgetBill[] {
  const shared = expenses.map(({ amount, criterion }) => shareExpense(amount, criterion))
  const dates = [...due_dates].sort()
  return units.flatMap(({ unit_id, holders }) => {
    const lines = new Map<number, BudgetBill['lines']>()
    for (const [item, expense] of expenses.entries()) {
      const amount = shared[item]?.get(unit_id) ?? 0
      if (amount === 0) continue
      const payers = payersOf(holders, expense)
      if ('doubt' in payers) throw new RangeError(`nobody can say who pays: ${payers.doubt}`)
      for (const [subject_id, cents] of sharePayers(amount, payers.parts))
        if (cents !== 0) lines.set(subject_id, [...(lines.get(subject_id) ?? []), { item, amount: cents }])
    }
    return [...lines]
      .sort(([one], [other]) => one - other)
      .map(([subject_id, lines]) => {
        const amount = lines.reduce((sum, line) => sum + line.amount, 0)
        return { unit_id, subject_id, amount, lines, instalments: inInstalments(amount, dates) }
      })
      .filter(({ amount }) => amount !== 0)
  })
}

function inInstalments(amount: Cents, dates: readonly string[]): BudgetBill['instalments'] {
  if (amount <= 0 || dates.length === 0) return []
  return splitInstalments(amount, dates.length)
    .map((cents, at) => ({ due_date: dates[at] as string, amount: cents }))
    .filter((instalment) => instalment.amount > 0)
}

/** What falls due on each day over several bills, earliest first. */
export function instalmentTotals(
  bills: readonly Pick<BudgetBill, 'instalments'>[],
): { due_date: string; amount: Cents; bills_count: number }[] {
  const byDay = new Map<string, { due_date: string; amount: Cents; bills_count: number }>()
  for (const { due_date, amount } of bills.flatMap(({ instalments }) => instalments)) {
    const day = byDay.get(due_date) ?? { due_date, amount: 0, bills_count: 0 }
    byDay.set(due_date, { due_date, amount: day.amount + amount, bills_count: day.bills_count + 1 })
  }
  return [...byDay.values()].sort((a, b) => (a.due_date < b.due_date ? -1 : 1))
}

/** `4 rate: 10/01/2027 112,50 €, 10/04/2027 112,50 €, …`, or `rata unica: 10/01/2027 450,00 €`. */
export function instalmentWords(instalments: readonly { due_date: string; amount: Cents }[]): string {
  // A day and its sum stay on one line.
  const each = instalments.map(({ due_date, amount }) => `${formatDate(due_date)}\u00a0${formatEuro(amount)}`)
  return `${each.length === 1 ? 'rata unica' : `${each.length} rate`}: ${each.join(', ')}`
}
