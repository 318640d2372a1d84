import { type YearOfAccounts, yearFrom, yearName } from '@saldo/domain/bills/year-of-accounts'
import { addDays, type Day, today } from '@saldo/domain/dates'
import type { Budget } from '../../records/budget-query.ts'

/** What a new budget of a condominium usually is: the year after its last one, with the same expenses. */
export function proposedBudget(budgets: readonly Budget[], now: Day = today()) {
  const [last] = budgets
    .filter(({ state }) => state !== 'cancelled')
    .toSorted((a, b) => (a.ends_on < b.ends_on ? 1 : -1))
  const year = yearFrom(last ? addDays(last.ends_on, 1) : `${now.slice(0, 4)}-01-01`)
  return { ...year, name: budgetName(year), copied: last ? String(last.budget_id) : '' }
}

/** `Preventivo 2026/27` */
export const budgetName = (year: YearOfAccounts) => `Preventivo ${yearName(year)}`

/** A typed change of amounts in hundredths of a per cent: `3,5` → 350, `-2` → -200; null if it is not one. */
export function changeOf(text: string): number | null {
  const match = /^([+\-−]?)(\d{1,4})(?:[.,](\d{1,2}))?\s*%?$/.exec(text.trim())
  if (!match) return null
  const bps = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'))
  const change = match[1] === '-' || match[1] === '−' ? -bps : bps
  return change > -10_000 && change <= 100_000 ? change : null
}
