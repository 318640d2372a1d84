import { fold } from '@saldo/domain/fold'
import type { TablePlan } from '../import-view.ts'
import type { RecognisedTable } from '../read/recognise-columns.ts'
import { type Cell, cellAmount, cellText } from '../spreadsheet/cells.ts'

/** What each person of a table owes in cents, by folded name; kept beside the table and never stored. */
const owedIn = new WeakMap<RecognisedTable, Map<string, number>>()

const MOST_PEOPLE = 20_000

/** Collects what the people of a table owe. */
export function owedByPerson(table: RecognisedTable) {
  const owed = new Map<string, number>()
  const columns = table.columns
    .filter(({ field }) => field === 'amount' || field === 'instalment')
    .map(({ index }) => index)
  return {
    add(cells: readonly (Cell | undefined)[], of: (field: string) => Cell | undefined): void {
      const name = fold(cellText(of('holder')) || `${cellText(of('surname'))} ${cellText(of('given_name'))}`)
      if (name.trim() === '' || owed.size > MOST_PEOPLE) return
      const cents = columns.reduce((sum, index) => {
        const read = cellAmount(cells[index])
        return sum + (read.ok ? (read.value ?? 0) : 0)
      }, 0)
      owed.set(name, (owed.get(name) ?? 0) + cents)
    },
    end(): void {
      owedIn.set(table, owed)
    },
  }
}

/**
 * Marks tables that may repeat another one: the same people with the same sums, as in a copy or a summary, or the same
 * people in a sheet of an earlier year or of a copy.
 */
export function markRepeated(plans: readonly TablePlan[]): void {
  const read = plans.filter(({ skipped, recognised }) => !skipped && recognised)
  for (const [at, plan] of read.entries()) {
    const own = plan.recognised
    if (!own || own.layout === 'units') continue
    const like = read.find((other, i) => i !== at && other.recognised && repeats(plan, other, i < at))
    if (like) own.repeats = { sheet: like.sheet, table: like.table }
  }
}

function repeats(plan: TablePlan, other: TablePlan, isLater: boolean): boolean {
  const [own, its] = [owedIn.get(plan.recognised!), owedIn.get(other.recognised!)]
  if (!own || !its || own.size === 0) return false
  const shared = [...own].filter(([name]) => its.has(name))
  if (shared.length < 2 || shared.length * 2 < Math.min(own.size, its.size)) return false
  const same = shared.filter(([name, cents]) => cents !== 0 && its.get(name) === cents)
  if (isLater && same.length * 3 >= shared.length * 2) return true
  return (
    isOlder(plan, other) ||
    (plan.sheet !== other.sheet && A_COPY.test(fold(plan.sheet)) && !A_COPY.test(fold(other.sheet)))
  )
}

/** Whether the name or the title of a sheet says an earlier year than the other one's. */
function isOlder(plan: TablePlan, other: TablePlan): boolean {
  const [own, its] = [plan, other].map(({ sheet, recognised }) =>
    Math.max(
      0,
      ...[...`${sheet} ${recognised?.title.text ?? ''}`.matchAll(/(?<!\d)20\d{2}(?!\d)/g)].map(Number),
    ),
  )
  return plan.sheet !== other.sheet && own! > 0 && its! > 0 && own! < its!
}

const A_COPY =
  /\b(?:copia|backup|old|vecchi[oa]|bozza|prova|riepilogo|archivio|storico|precedente|versione|sintesi|totali)\b/
