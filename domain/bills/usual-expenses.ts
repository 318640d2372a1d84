import type { CriterionKind } from './budget.ts'
import type { ExpenseNature } from './expense-payers.ts'

/** The kinds of a weight table that an expense is usually shared by. */
type UsualTable = 'value' | 'stairs' | 'lift' | 'heating'

/** An expense that most condominiums have, with the criterion by which it is usually shared. */
export type UsualExpense = {
  description: string
  nature: ExpenseNature
  criterion: Extract<CriterionKind, 'table' | 'metered'>
  /** Null for the readings of a meter alone. */
  table: UsualTable | null
  /** Percent of a metered expense that the weight table shares; the readings share the rest. Null: not metered. */
  fixed_percent: number | null
}

const by = (table: UsualTable, description: string, nature: ExpenseNature = 'ordinary'): UsualExpense => ({
  ...{ description, nature, criterion: 'table', table, fixed_percent: null },
})
const metered = (table: UsualTable | null, description: string, fixed_percent: number): UsualExpense => ({
  ...{ description, nature: 'ordinary', criterion: 'metered', table, fixed_percent },
})

/** In the order of a budget as the assembly reads it. */
export const usualExpenses = {
  administrator: by('value', 'Compenso amministratore'),
  insurance: by('value', 'Assicurazione fabbricato'),
  bank: by('value', 'Spese bancarie e postali'),
  taxes: by('value', 'Adempimenti fiscali'),
  electricity: by('value', 'Energia elettrica parti comuni'),
  maintenance: by('value', 'Manutenzione ordinaria'),
  garden: by('value', 'Giardino'),
  porter: by('value', 'Portierato'),
  sewer: by('value', 'Spurgo fognature'),
  fire_safety: by('value', 'Estintori e antincendio'),
  stairs_cleaning: by('stairs', 'Pulizia scale'),
  stairs_light: by('stairs', 'Luce scale'),
  lift: by('lift', 'Ascensore'),
  water: metered(null, 'Acqua', 0),
  heating: metered('heating', 'Riscaldamento', 30),
  works: by('value', 'Manutenzione straordinaria', 'extraordinary'),
  works_fund: by('value', 'Fondo lavori straordinari', 'extraordinary'),
} as const satisfies Record<string, UsualExpense>
export type UsualExpenseName = keyof typeof usualExpenses
export const usualExpenseNames = Object.keys(usualExpenses) as [UsualExpenseName, ...UsualExpenseName[]]

type Table = { weight_table_id: number; kind: string }

/**
 * The table of this kind, if the condominium has exactly one; else null, and a person chooses. The table of a meter's
 * readings is always chosen by a person, because the kind does not say whether it measures water or heat.
 */
export function usualTable<T extends Table>(tables: readonly T[], kind: UsualTable | null): T | null {
  const found = tables.filter((table) => table.kind === kind)
  return found.length === 1 ? (found[0] as T) : null
}
