import { isDay } from '@saldo/domain/dates'
import type { RecognisedTable, WrittenForms } from '../read/recognise-columns.ts'
import { type Cell, cellAmount, cellDate } from '../spreadsheet/cells.ts'

export const AMOUNTS = new Set(['amount', 'instalment', 'part', 'paid'])
export const DAYS = new Set(['due_date', 'issue_date', 'instalment_due'])

/** Counts the forms in the columns of amounts and days. */
export function writtenForms({ columns }: RecognisedTable) {
  const amounts = columns.filter(
    ({ field, tied, doubt }) => AMOUNTS.has(field ?? '') || tied === 'amount' || doubt === 'extra',
  )
  const days = columns.filter(({ field }) => DAYS.has(field ?? ''))
  const found: WrittenForms = { point: 0, either: 0, month_first: 0, swapped: 0, examples: [] }
  let comma = 0
  let numbers = 0
  const dates = { late_texts: 0, early_texts: 0, late_cells: 0, early_cells: 0 }
  const show = (text: string) => {
    if (found.examples.length < 3 && !found.examples.includes(text)) found.examples.push(text.slice(0, 30))
  }

  function addAmount(text: string): void {
    if (/^\D*\d{1,3}\.\d{3}\D*$/.test(text)) {
      found.either++
      show(text)
    } else if (/,/.test(text) && cellAmount({ column: 0, kind: 'text', value: text }).ok) comma++
    else if (/\.\d{1,2}\D*$|,\d{3}\D*$/.test(text) && englishCents(text) !== null) {
      found.point++
      show(text)
    }
  }

  function addDay(cell: Cell): void {
    if (cell.kind === 'date') {
      if (Number(cell.value.slice(8)) > 12) dates.late_cells++
      else dates.early_cells++
      return
    }
    if (cell.kind !== 'text') return
    if (!cellDate(cell, 1900).ok && monthFirst(cell.value) !== null) {
      found.month_first++
      show(cell.value)
    } else if (/^\s*\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}/.test(cell.value)) {
      if (Number(/\d+/.exec(cell.value)?.[0]) > 12) dates.late_texts++
      else dates.early_texts++
    }
  }

  return {
    add(cells: readonly (Cell | undefined)[]): void {
      for (const { index } of amounts) {
        const cell = cells[index]
        if (cell?.kind === 'number') numbers++
        if (cell?.kind === 'text') addAmount(cell.value.trim())
      }
      for (const { index } of days) if (cells[index]) addDay(cells[index])
    },
    end(): WrittenForms | null {
      // Texts with a day after the twelfth, dates with none: a program has read day and month the other way round.
      if (dates.late_texts > 0 && dates.early_texts === 0 && dates.early_cells > 0 && dates.late_cells === 0)
        found.swapped = dates.early_cells
      if (comma > 0 && found.point === 0) found.either = 0
      if (found.point * 5 < comma) found.either = 0
      // Single amounts with a point among others are wrong rows, which a person corrects.
      if (found.either === 0 && (comma + numbers > 0 || found.point < 2)) found.point = 0
      return found.point + found.either + found.month_first + found.swapped > 0 ? found : null
    },
  }
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
