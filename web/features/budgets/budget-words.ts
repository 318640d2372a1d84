import { formatEuro } from '@saldo/domain/money'
import type { BudgetDetail } from '../../records/budget-query.ts'
import { formatCountOf } from '../../ui/grid/list.ts'
import type { Expense } from './budget-acts.ts'

export const billsOf = { one: 'bolletta', many: 'bollette' }
export const unitsOf = { one: 'unità', many: 'unità' }

/** Sharing criteria, as choices. */
export const criterionNames: Record<Expense['criterion'], string> = {
  table: 'Per millesimi, con una tabella',
  stairs: 'Scale e ascensore: metà valore, metà altezza (art. 1124 c.c.)',
  terrace: 'Lastrico in uso esclusivo: un terzo a chi lo usa (art. 1126 c.c.)',
  metered: 'A consumo, con una quota fissa',
  direct: 'Solo ad alcune unità',
}

/** How an expense is shared, for a list: with the names of tables and units. */
export function sharedBy(expense: Expense, { tables, units }: BudgetDetail['basis']): string {
  const table = (id: number | null) =>
    tables.find(({ weight_table_id }) => weight_table_id === id)?.name ?? 'tabella da scegliere'
  const named = units.filter(({ unit_id }) => expense.unit_ids.includes(unit_id)).map(({ name }) => name)
  const who =
    named.length > 3 ? formatCountOf(named.length, unitsOf) : named.join('; ') || 'unità da scegliere'
  const first = table(expense.weight_table_id)
  const second = table(expense.second_table_id)
  const tenant = expense.tenant_percent ? ` · ${expense.tenant_percent} % all’inquilino` : ''
  return `${how()}${tenant}`

  function how() {
    switch (expense.criterion) {
      case 'table':
        return first
      case 'stairs':
        return `Metà ${first}, metà ${second}`
      case 'terrace':
        return `Un terzo a ${who}, due terzi per ${first}`
      case 'metered':
        return `${expense.fixed_percent} % per ${first}, il resto per ${second}`
      case 'direct':
        return `A ${who}`
    }
  }
}

/** “Emetti 24 bollette per 12.400,00 €” */
export const issueWords = ({ bills_count, amount }: { bills_count: number; amount: number }) =>
  `Emetti ${formatCountOf(bills_count, billsOf)} per ${formatEuro(amount)}`
