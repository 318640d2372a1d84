import type * as contract from '@saldo/contract/bills/budgets'
import { type Criterion, shareExpense } from '@saldo/domain/bills/budget'
import { type Problem, problem } from './budget-problem.ts'
import type { Basis, Table } from './read-basis.ts'

/** An expense with the criterion by which it can be shared, or why it cannot. */
export type Shareable =
  | { amount: number; criterion: Criterion; problem: null }
  | { amount: null; criterion: null; problem: Problem | null }

/** How an expense is shared; without amount there is nothing to share, which is a problem of the whole budget. */
export function criterionOf(item: contract.BudgetExpense, basis: Basis): Shareable {
  const not = (problem: Problem | null) => ({ amount: null, criterion: null, problem })
  const lacking = whatLacks(item, basis)
  if (lacking) return not(lacking)
  if (item.amount === null) return not(null)
  const criterion = withWeights(item, basis)
  try {
    shareExpense(item.amount, criterion)
    return { amount: item.amount, criterion, problem: null }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return not(
      problem(
        'nobody',
        `La voce «${item.description}» non va a nessuno: nella sua tabella mancano i millesimi di tutte le unità.`,
      ),
    )
  }
}

/** The units that pay something of an expense. */
export const unitsThatPay = ({ amount, criterion }: Shareable): number[] =>
  criterion === null
    ? []
    : [...shareExpense(amount, criterion)].filter(([, cents]) => cents !== 0).map(([unit]) => unit)

/** The table, the fixed part or the units that an expense still needs; a table may have been removed meanwhile. */
function whatLacks(item: contract.BudgetExpense, { tables, units }: Basis): Problem | null {
  const { criterion, description, fixed_percent: percent } = item
  const of = `Alla voce «${description}»`
  if (criterion === 'metered' && percent === null)
    return problem('no_table', `${of} manca la quota fissa: scrivila, anche zero.`)
  const needsFirst = criterion === 'metered' ? (percent ?? 0) > 0 : criterion !== 'direct'
  const needsSecond = criterion === 'metered' ? (percent ?? 0) < 100 : criterion === 'stairs'
  const without = (id: number | null) => !tables.has(id ?? 0)
  if ((needsFirst && without(item.weight_table_id)) || (needsSecond && without(item.second_table_id)))
    return problem('no_table', `${of} manca la tabella: sceglila.`)
  if (criterion !== 'direct' && criterion !== 'terrace') return null
  if (item.unit_ids.length === 0) return problem('no_units', `${of} mancano le unità: sceglile.`)
  const there = new Set(units.map(({ unit_id }) => unit_id))
  return item.unit_ids.some((id) => !there.has(id))
    ? problem('no_units', `La voce «${description}» usa un’unità che non c’è più: scegline un’altra.`)
    : null
}

/** The criterion of an expense that lacks nothing. */
function withWeights(item: contract.BudgetExpense, { tables }: Basis): Criterion {
  const none: Table['weights'] = new Map()
  const first = tables.get(item.weight_table_id ?? 0)?.weights ?? none
  const second = tables.get(item.second_table_id ?? 0)?.weights ?? none
  switch (item.criterion) {
    case 'direct':
      return { kind: 'direct', units: item.unit_ids }
    case 'table':
      return { kind: 'table', weights: first }
    case 'terrace':
      return { kind: 'terrace', users: item.unit_ids, covered: first }
    case 'stairs':
      return { kind: 'stairs', value: first, height: second }
    case 'metered':
      return { kind: 'metered', fixed: first, readings: second, fixed_percent: item.fixed_percent ?? 0 }
  }
}
