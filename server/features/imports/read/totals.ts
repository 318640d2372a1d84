import { fold } from '@saldo/domain/fold'
import { formatEuro } from '@saldo/domain/money'
import type { Field } from '../bills/field-names.ts'
import { type Cell, cellText, type Row } from '../spreadsheet/cells.ts'
import { isTotalLabel } from './header-words.ts'

/**
 * Compares the totals in a column of amounts with the rows above. A total covers either the rows since the total before
 * (a subtotal) or all rows.
 */
export function totalsChecker() {
  let since = 0
  let all = 0
  return {
    add(cents: number): void {
      since += cents
      all += cents
    },
    /** A sentence when the written total equals neither sum. */
    check(cents: number): string | null {
      const agrees = cents === since || cents === all
      const sentence = `Il totale scritto è ${formatEuro(cents)}, le righe sommano ${formatEuro(since === 0 ? all : since)}: ricontrollalo, non è stato importato.`
      since = 0
      return agrees ? null : sentence
    },
  }
}

/** Whether a label is a total's and nothing else: `Totale generale`, `Tot. scala A`; not a name that begins like one. */
export const isPlainTotal = (label: string): boolean =>
  /^(?:(?:sub ?|gran )?total[ei]|tot|riport[oi]|a riporto|a riportare|complessiv[oaie]|somm[ae]|sommano|saldo (?:finale|totale))(?: (?:general[ei]|complessiv[oaie]|parzial[ei]|rat[ae]|import[oi]|euro|da pagare|da versare|dovut[oi]|del(?:la)?|di|precedente|pagina|foglio|anno|esercizio|scala|palazzina|condominio|edificio|ordinari[ae]|straordinari[ae]|riscaldamento|acqua|[a-z]|\d+|[ivx]+))*$/.test(
    fold(label)
      .replace(/[^a-z0-9]+/g, ' ')
      .trim(),
  )

/**
 * Whether a row is a total: its holder is a total's label, or it has amounts and nothing else of a bill. An amount with a
 * due date or a description is a row whose person is missing.
 */
export function isTotalRow(row: Row, of: (field: Field) => Cell | undefined, hasAmount: boolean): boolean {
  const someone = of('holder') ?? of('surname') ?? of('given_name')
  const identified = of('fiscal_code') !== undefined || of('vat_number') !== undefined
  if (!someone && !identified && !of('unit') && !of('number')) {
    const labelled = row.cells.some((cell) => cell.kind === 'text' && isTotalLabel(cell.value))
    return labelled || (hasAmount && !of('due_date') && !of('description') && !of('issue_date'))
  }
  if (identified) return false
  if (someone) return isTotalLabel(cellText(someone)) && !(of('unit') && (of('due_date') ?? of('number')))
  return row.cells.some((cell) => cell.kind === 'text' && isTotalLabel(cell.value)) && !of('due_date')
}
