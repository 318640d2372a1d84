import { isDay } from '@saldo/domain/dates'
import type { RecognisedTable, WrittenForms } from '../read/recognise-columns.ts'
import { type Cell, cellAmount, cellDate } from '../spreadsheet/cells.ts'

export const AMOUNTS = new Set(['amount', 'instalment', 'part', 'paid'])
export const DAYS = new Set(['due_date', 'issue_date', 'instalment_due'])

/** How the amounts of one column are written, with examples of those that have two readings. */
type AmountForms = { point: number; either: number; comma: number; numbers: number; examples: string[] }

/**
 * Counts the forms in the columns of amounts and days. Which columns without a field hold amounts is known only at the end,
 * when their doubts are.
 */
export function writtenForms({ columns }: RecognisedTable) {
  const amounts = new Map<number, AmountForms>()
  const days = columns.filter(({ field }) => DAYS.has(field ?? ''))
  const dates = { late_texts: 0, early_texts: 0, late_cells: 0, early_cells: 0, month_first: 0 }
  const examples: string[] = []

  function addDay(cell: Cell): void {
    if (cell.kind === 'date') {
      if (Number(cell.value.slice(8)) > 12) dates.late_cells++
      else dates.early_cells++
      return
    }
    if (cell.kind !== 'text') return
    if (!cellDate(cell, 1900).ok && monthFirst(cell.value) !== null) {
      dates.month_first++
      show(examples, cell.value)
    } else if (/^\s*\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}/.test(cell.value)) {
      if (Number(/\d+/.exec(cell.value)?.[0]) > 12) dates.late_texts++
      else dates.early_texts++
    }
  }

  return {
    add(cells: readonly (Cell | undefined)[]): void {
      for (const { index, field, tied } of columns)
        if (cells[index] && (field === null || tied === 'amount' || AMOUNTS.has(field)))
          addAmount(formsOf(amounts, index), cells[index])
      for (const { index } of days) if (cells[index]) addDay(cells[index])
    },
    /** The forms that can be read in two ways. Call it after the columns got their doubts. */
    end(): WrittenForms | null {
      const own = columns
        .filter(
          ({ field, tied, doubt }) => AMOUNTS.has(field ?? '') || tied === 'amount' || doubt === 'extra',
        )
        .flatMap(({ index }) => amounts.get(index) ?? [])
        .map(withTwoReadings)
      const { late_texts, early_texts, early_cells, late_cells, month_first } = dates
      // Texts with a day after the twelfth, dates with none: a program has read day and month the other way round.
      const swapped = late_texts > 0 && early_texts === 0 && early_cells > 0 && late_cells === 0
      const found: WrittenForms = {
        point: own.reduce((sum, { point }) => sum + point, 0),
        either: own.reduce((sum, { either }) => sum + either, 0),
        month_first,
        swapped: swapped && month_first === 0 ? early_cells : 0,
        examples: [...own.flatMap((forms) => forms.examples), ...examples].slice(0, 3),
      }
      return found.point + found.either + found.month_first + found.swapped > 0 ? found : null
    },
  }
}

function formsOf(amounts: Map<number, AmountForms>, index: number): AmountForms {
  const known = amounts.get(index) ?? { point: 0, either: 0, comma: 0, numbers: 0, examples: [] }
  amounts.set(index, known)
  return known
}

function addAmount(forms: AmountForms, cell: Cell): void {
  if (cell.kind === 'number') forms.numbers++
  if (cell.kind !== 'text') return
  const text = cell.value.trim()
  if (/^\D*\d{1,3}\.\d{3}\D*$/.test(text)) {
    forms.either++
    show(forms.examples, text)
  } else if (/,/.test(text) && cellAmount({ column: 0, kind: 'text', value: text }).ok) forms.comma++
  else if (/\.\d{1,2}\D*$|,\d{3}\D*$/.test(text) && englishCents(text) !== null) {
    forms.point++
    show(forms.examples, text)
  }
}

/** The forms of a column without those that its other amounts make clear. */
function withTwoReadings(forms: AmountForms): Pick<WrittenForms, 'point' | 'either' | 'examples'> {
  const { comma, numbers } = forms
  let { point, either } = forms
  if ((comma > 0 && point === 0) || point * 5 < comma) either = 0
  // Single amounts with a point among others are wrong rows, which a person corrects.
  if (either === 0 && (comma + numbers > 0 || point < 2)) point = 0
  return { point, either, examples: point + either > 0 ? forms.examples : [] }
}

function show(examples: string[], text: string): void {
  if (examples.length < 3 && !examples.includes(text)) examples.push(text.slice(0, 30))
}

/** How a person says that amounts and days are written. */
export type WrittenAs = {
  decimals?: 'comma' | 'point'
  days?: 'day_first' | 'month_first' | 'swapped'
  money?: 'euro' | 'cents' | 'thousands'
}

/** The cell as a person says that it is written: one that can be read in one way only stays. */
export function asWritten(written: Cell, field: string | null, { decimals, days, money }: WrittenAs): Cell {
  const cell = inEuro(written, field, money)
  if (cell.kind === 'text' && decimals === 'point' && AMOUNTS.has(field ?? '')) {
    const cents = englishCents(cell.value.trim())
    return cents === null ? cell : { column: cell.column, kind: 'number', value: cents / 100 }
  }
  if (!DAYS.has(field ?? '') || days === undefined || days === 'day_first') return cell
  if (cell.kind === 'text' && days === 'month_first') {
    const day = monthFirst(cell.value)
    return day === null ? cell : { column: cell.column, kind: 'date', value: day }
  }
  if (cell.kind === 'date' && days === 'swapped') {
    const [year, month, day] = cell.value.split('-')
    const value = `${year}-${day}-${month}`
    return isDay(value) ? { ...cell, value } : cell
  }
  return cell
}

/** `1,234.50`, `98.40`, `1234.5` in cents; three decimals are a thousand less than they look, so they stay refused. */
function englishCents(text: string): number | null {
  const number = text.replace(/^(?:€|eur)\.?\s*|\s*(?:€|eur)$/gi, '')
  if (!/^-?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d{1,2})?$/.test(number)) return null
  return Math.round(Number(number.replaceAll(',', '')) * 100)
}

function monthFirst(text: string): string | null {
  const [, month = '', day = '', year = ''] =
    /^\s*(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})\s*$/.exec(text) ?? []
  const date = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(date) ? date : null
}

/** The amount in euro, if the sheet writes cents or thousands. */
function inEuro(cell: Cell, field: string | null, money: WrittenAs['money']): Cell {
  if (money === undefined || money === 'euro' || !AMOUNTS.has(field ?? '')) return cell
  const read = cell.kind === 'number' || cell.kind === 'text' ? cellAmount(cell) : null
  if (!read?.ok || read.value === null) return cell
  const value = money === 'cents' ? read.value / 10_000 : read.value * 10
  return { column: cell.column, kind: 'number', value }
}
