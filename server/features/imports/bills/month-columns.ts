import { isDay, parseItalianDate } from '@saldo/domain/dates'
import { fold } from '@saldo/domain/fold'
import { type Cell, cellText } from '../spreadsheet/cells.ts'

/** The due date in a header cell: `date` when complete, else the month (1–12) with what else it says. */
export type DueHeader = { date: string } | { month: number; year?: number; day?: number }

/** Reads `15/02/2026`, `Rata 2 - 15/02/26`, `31 gennaio 2026`, `Gennaio`, `gen. 26`, `01/2026`, or a date cell; null for anything else. */
export function dueHeaderOf(cell: Cell | undefined): DueHeader | null {
  if (!cell || cell.kind === 'error' || cell.kind === 'boolean') return null
  if (cell.kind === 'date') return { date: cell.value }
  // A bare number is a year, a share or a unit; only a date format makes it a day.
  if (cell.kind === 'number') return null
  const text = fold(cellText(cell))
  if (text.length > 50 || NOT_DUE.test(text)) return null
  return dayIn(text) ?? monthIn(text)
}

/** Every complete day in a folded text, with its wording: `31/12/2025`, `31 dicembre 2025`. */
export function daysIn(text: string): { day: string; text: string }[] {
  const inFigures = [...text.matchAll(new RegExp(FIGURES, 'g'))].flatMap(([found]) => {
    const read = parseItalianDate(found)
    return read.ok ? [{ day: read.date, text: found }] : []
  })
  const inWords = [...text.matchAll(new RegExp(MONTH_NAME, 'g'))].flatMap(([found]) => {
    const read = monthIn(found)
    return read && 'date' in read ? [{ day: read.date, text: found.trim() }] : []
  })
  return [...inFigures, ...inWords]
}

/** Days after the end of the month become its last day. */
export function dayOfMonth(year: number, month: number, day: number): string {
  for (let d = day; d > 28; d--) {
    const date = `${year}-${two(month)}-${two(d)}`
    if (isDay(date)) return date
  }
  return `${year}-${two(month)}-${two(Math.min(day, 28))}`
}

const NOT_DUE =
  /\b(saldo|sald[oi]|residuo|total[ei]|tot|pagat[oi]|versat[oi]|incassat[oi]|mill(?:esimi)?|precedent[ei])\b/

const MONTHS = ['gen', 'feb', 'mar', 'apr', 'mag', 'giu', 'lug', 'ago', 'set', 'ott', 'nov', 'dic']

const MONTH_NAME =
  /(?:^|[^a-z0-9])(?:(\d{1,2}) ?)?(gen(?:naio)?|febb?(?:raio)?|mar(?:zo)?|apr(?:ile)?|mag(?:gio)?|giu(?:gno)?|lug(?:lio)?|ago(?:sto)?|sett?(?:embre)?|ott(?:obre)?|nov(?:embre)?|dic(?:embre)?)(?![a-z])[ .\-/']*((?:20)?\d{2})?(?!\d)/

const FIGURES = /(?<!\d)(\d{1,2}[/.-]\d{1,2}[/.-](?:\d{4}|\d{2})|\d{4}-\d{2}-\d{2})(?!\d)/

function dayIn(text: string): DueHeader | null {
  const found = FIGURES.exec(text)
  if (!found) return null
  const read = parseItalianDate(found[1] ?? '')
  return read.ok ? { date: read.date } : null
}

function monthIn(text: string): DueHeader | null {
  const numbers = /^(\d{1,2})[/-](20\d{2})$/.exec(text)
  if (numbers && Number(numbers[1]) >= 1 && Number(numbers[1]) <= 12) {
    return { month: Number(numbers[1]), year: Number(numbers[2]) }
  }
  const named = MONTH_NAME.exec(text)
  if (!named) return null
  const month = MONTHS.indexOf((named[2] ?? '').slice(0, 3)) + 1
  const day = named[1] === undefined ? undefined : Number(named[1])
  const year = named[3] === undefined ? undefined : Number(named[3].padStart(4, '20'))
  if (day !== undefined && year !== undefined && day >= 1 && day <= 31)
    return { date: dayOfMonth(year, month, day) }
  return { month, year, day: day !== undefined && day >= 1 && day <= 31 ? day : undefined }
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}
