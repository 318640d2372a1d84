import { expenseNatures } from '@saldo/domain/bills/expense-payers'
import { formatEuro } from '@saldo/domain/money'
import type { BudgetDetail } from '../../records/budget-query.ts'
import { formatCountOf } from '../../ui/grid/list.ts'
import type { Expense } from './budget-acts.ts'
import type { StoredExpense } from './expense-form.ts'

export const billsOf = { one: 'bolletta', many: 'bollette' }
export const unitsOf = { one: 'unità', many: 'unità' }
export const expensesOf = { one: 'voce', many: 'voci' }
export const instalmentsOf = { one: 'rata', many: 'rate' }

/** Where there is no budget yet. */
export const budgetsAreFor =
  'Scrivi le spese dell’anno e le scadenze delle rate: Saldo prepara le bollette di tutte le unità, al centesimo.'

/** Sharing criteria, as choices. */
export const criterionNames: Record<Expense['criterion'], string> = {
  table: 'Per millesimi, con una tabella',
  stairs: 'Scale e ascensore: metà valore, metà altezza (art. 1124 c.c.)',
  terrace: 'Lastrico in uso esclusivo: un terzo a chi lo usa (art. 1126 c.c.)',
  metered: 'A consumo, con una quota fissa',
  direct: 'Solo ad alcune unità',
}

/** How an expense is shared, for a list: with the names of tables and units. */
export function sharedBy(expense: StoredExpense, { tables, units }: BudgetDetail['basis']): string {
  const table = (id: number | null) =>
    tables.find(({ weight_table_id }) => weight_table_id === id)?.name ?? 'tabella da scegliere'
  const named = units.filter(({ unit_id }) => expense.unit_ids.includes(unit_id)).map(({ name }) => name)
  const who =
    named.length > 3 ? formatCountOf(named.length, unitsOf) : named.join('; ') || 'unità da scegliere'
  const first = table(expense.weight_table_id)
  const second = table(expense.second_table_id)
  return how()

  function how() {
    switch (expense.criterion) {
      case 'table':
        return capital(first)
      case 'stairs':
        return `Metà ${first}, metà ${second}`
      case 'terrace':
        return `Un terzo a ${who}, due terzi per ${first}`
      case 'metered':
        return expense.fixed_percent === null
          ? `Quota fissa da scrivere, il resto per ${second}`
          : expense.fixed_percent === 0
            ? `Letture: ${second}`
            : `${expense.fixed_percent} % per ${first}, il resto per ${second}`
      case 'direct':
        return `A ${who}`
    }
  }
}

/** How an expense is shared and who pays it inside a unit, in one line. */
export const sharingInWords = (expense: StoredExpense, basis: BudgetDetail['basis']): string =>
  [sharedBy(expense, basis), expenseNatures[expense.nature], ...parts(expense)].join(' · ')

/** What the cells of an expense's row do not show. */
export function rowNotes(expense: StoredExpense, basis: BudgetDetail['basis']): string[] {
  const { amount, previous_amount: before, criterion, weight_table_id } = expense
  const isPlain = criterion === 'table' && weight_table_id !== null
  return [
    ...(before === null ? [] : [`Prima ${formatEuro(before)}${changeInWords(before, amount)}`]),
    ...(isPlain || expense.description === '' ? [] : [sharedBy(expense, basis)]),
    ...parts({ ...expense, tenant_percent: null }),
  ]
}

const parts = ({ tenant_percent, usufructuary_percent }: StoredExpense): string[] => [
  ...(tenant_percent === null ? [] : [`${tenant_percent} % all’inquilino`]),
  ...(usufructuary_percent === null
    ? []
    : [`${usufructuary_percent} % all’usufruttuario, ${100 - usufructuary_percent} % al nudo proprietario`]),
]

/** `, +3,5 %` */
function changeInWords(before: number, now: number | null): string {
  if (now === null || before === now) return ''
  const percent = ((now - before) / Math.abs(before)) * 100
  return `, ${percentFormat.format(percent)} %`
}
const percentFormat = new Intl.NumberFormat('it-IT', { maximumFractionDigits: 1, signDisplay: 'exceptZero' })

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** “Emetti 24 bollette per 12.400,00 €” */
export const issueWords = ({ bills_count, amount }: { bills_count: number; amount: number }) =>
  `Emetti ${formatCountOf(bills_count, billsOf)} per ${formatEuro(amount)}`
