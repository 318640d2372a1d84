import { fold } from '@saldo/domain/fold'
import { dueDayOf } from '../bills/due-day.ts'
import { daysIn } from '../bills/month-columns.ts'
import type { TablePlan } from '../import-view.ts'
import type { RecognisedTable } from '../read/recognise-columns.ts'
import { type Cell, cellDate, cellText, nearestAmount } from '../spreadsheet/cells.ts'
import { isExpense } from './harmless-headers.ts'

/** Cents by due date, '' where the row has none, of each person of a table, by folded name. */
type Owed = Map<string, Map<string, number>>

/** What the people of each table owe; kept beside the table and never stored. */
const owedIn = new WeakMap<RecognisedTable, Owed>()

const MOST_PEOPLE = 20_000

/** Collects what the people of a table owe. */
export function owedByPerson(table: RecognisedTable) {
  const owed: Owed = new Map()
  const columns = table.columns.filter(({ field }) => field === 'amount' || field === 'instalment')
  return {
    add(cells: readonly (Cell | undefined)[], of: (field: string) => Cell | undefined): void {
      const name = fold(cellText(of('holder')) || `${cellText(of('surname'))} ${cellText(of('given_name'))}`)
      if (name.trim() === '' || owed.size > MOST_PEOPLE) return
      const dues = owed.get(name) ?? new Map<string, number>()
      owed.set(name, dues)
      for (const { index, due_date } of columns) {
        const read = nearestAmount(cells[index])
        const cents = read.ok ? (read.value ?? 0) : 0
        const own = cellDate(of('due_date'), 1900)
        const due = due_date ?? (own.ok ? own.value : null) ?? ''
        if (cents !== 0) dues.set(due, (dues.get(due) ?? 0) + cents)
      }
    },
    end(): void {
      owedIn.set(table, owed)
    },
  }
}

/**
 * Marks tables that may repeat another one: the same people with the same due dates or, over all dates, the same sums, as in
 * a copy or a summary; or the same people in a table of an earlier year or in a sheet that calls itself a copy. The next
 * instalment, with a due date of its own, and another kind of expense repeat nothing.
 */
export function markRepeated(plans: readonly TablePlan[]): void {
  const read = plans.filter(
    ({ skipped, recognised }) => !skipped && recognised && recognised.layout !== 'units',
  )
  for (const [at, plan] of read.entries()) {
    const own = plan.recognised
    const like =
      read.find((other, i) => i !== at && repeats(plan, other, i < at)) ??
      summedUp(
        plan,
        read.filter((other) => other !== plan),
      )
    if (own && like) own.repeats = { sheet: like.sheet, table: like.table }
  }
}

function repeats(plan: TablePlan, other: TablePlan, isLater: boolean): boolean {
  const [own, its] = [owedOf(plan), owedOf(other)]
  const shared = [...own.keys()].filter((name) => its.has(name))
  if (shared.length < 2 || shared.length * 2 < Math.min(own.size, its.size)) return false
  const most = (is: (name: string) => boolean) => shared.filter(is).length * 3 >= shared.length * 2
  const sameSum = most((name) => sumOf(own, name) !== 0 && sumOf(own, name) === sumOf(its, name))
  if (ofTwoBuildings(plan, other)) return isLater && sameSum && shared.length === own.size
  const sameDue = most((name) => [...(own.get(name) ?? [])].some(([due]) => its.get(name)?.has(due)))
  if (isLater && sameDue && !ofTwoExpenses(plan, other)) return true
  // The sum of several instalments, as in a summary.
  const apart = datesOf(own) !== datesOf(its)
  if (isLater && sameSum && apart) return true
  return (
    isOlder(plan, other) ||
    (plan.sheet !== other.sheet && A_COPY.test(fold(plan.sheet)) && !A_COPY.test(fold(other.sheet)))
  )
}

/** Whether a table holds for each person the sum of what several others hold; returns the first of them. */
function summedUp(plan: TablePlan, others: readonly TablePlan[]): TablePlan | undefined {
  const own = owedOf(plan)
  const parts = others.filter((other) => [...own.keys()].some((name) => owedOf(other).has(name)))
  const isSum = (name: string) => {
    const held = parts.map((other) => sumOf(owedOf(other), name)).filter((cents) => cents !== 0)
    return held.length > 1 && held.reduce((a, b) => a + b, 0) === sumOf(own, name)
  }
  return own.size > 1 && [...own.keys()].every(isSum) ? parts[0] : undefined
}

/** What the people of a table owe, with the due day of the whole table where the rows have none. */
function owedOf(plan: TablePlan): Owed {
  const owed: Owed = (plan.recognised && owedIn.get(plan.recognised)) || new Map()
  const day = dueDayOf(plan)
  if (day === null) return owed
  return new Map(
    [...owed].map(([name, dues]) => [name, new Map([...dues].map(([due, cents]) => [due || day, cents]))]),
  )
}

const sumOf = (owed: Owed, name: string): number =>
  [...(owed.get(name)?.values() ?? [])].reduce((a, b) => a + b, 0)

const datesOf = (owed: Owed): number => new Set([...owed.values()].flatMap((dues) => [...dues.keys()])).size

function ofTwoBuildings(plan: TablePlan, other: TablePlan): boolean {
  const [own, its] = [plan, other].map(({ recognised }) => fold(recognised?.title.condominium_name ?? ''))
  return own !== '' && its !== '' && own !== its
}

/** Sheets named after two kinds of expense: `Ordinaria`, `Riscaldamento`. */
const ofTwoExpenses = ({ sheet }: TablePlan, other: TablePlan): boolean =>
  sheet !== other.sheet && isExpense(sheet) && isExpense(other.sheet)

/** Whether the name or the title of a table says an earlier year than the other one's; the year of a due date is none. */
function isOlder(plan: TablePlan, other: TablePlan): boolean {
  const [own = 0, its = 0] = [plan, other].map(({ sheet, recognised }) => {
    const text = fold(`${plan.sheet === other.sheet ? '' : sheet}\n${recognised?.title.text ?? ''}`)
    const undated = daysIn(text).reduce((rest, day) => rest.replaceAll(day.text, ''), text)
    return Math.max(0, ...[...undated.matchAll(/(?<!\d)20\d{2}(?!\d)/g)].map(Number))
  })
  return own > 0 && its > 0 && own < its
}

const A_COPY =
  /\b(?:copia|backup|old|vecchi[oa]|bozza|prova|riepilogo|archivio|storico|precedente|versione|sintesi|totali)\b/
