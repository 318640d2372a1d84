import { dateReasons, parseItalianDate } from '@saldo/domain/dates'
import { euroReasons, maxCents, parseEuro } from '@saldo/domain/money'

/**
 * A non-empty cell. `column` counts from 0. A date is `yyyy-mm-dd`, computed with the workbook's epoch; an error is the
 * text that the program stored (`#N/A`), or `no_value` for a formula saved without result. `formula`: the value is a
 * stored result; nothing is computed here. `shown`: what the sheet shows of a number or a day, if its format makes it say
 * something else; see shown-number.ts. `struck`: it is struck through. `spans`: of merged cells, the columns and rows that
 * it covers.
 */
export type Cell = { column: number; formula?: true; shown?: string; struck?: true; spans?: Spans } & (
  | { kind: 'text'; value: string }
  | { kind: 'number'; value: number }
  | { kind: 'date'; value: string }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'error'; value: string }
)

export type Spans = { columns: number; rows: number }

/** A physical row; `row` counts from 1 as on screen, `line` is the first line of it in a CSV file. */
export type Row = { row: number; hidden: boolean; line?: number; cells: Cell[] }

export type Epoch = 1900 | 1904

export type Read<T> = { ok: true; value: T | null } | { ok: false; reason: string }

/**
 * An amount in cents; `null` when the cell is empty or a dash. Binary noise of a number is rounded away; a real third
 * decimal is refused.
 */
export function cellAmount(cell: Cell | undefined): Read<number> {
  if (!cell) return nothing
  if (cell.kind === 'error') return errorIn(cell.value)
  if (cell.kind === 'number') return centsOf(cell.value)
  if (cell.kind !== 'text') return refused(`«${cellText(cell)}» non è un importo.`)
  const text = withoutApostrophe(cell.value).trim()
  if (text === '' || DASH.test(text)) return nothing
  const read = parseEuro(text)
  return read.ok ? { ok: true, value: read.cents } : refused(euroReasons[read.reason])
}

/** The same for sums and comparisons: a number with more decimals, as formulas leave, counts as the nearest cent. */
export function nearestAmount(cell: Cell | undefined): Read<number> {
  const read = cellAmount(cell)
  if (read.ok || cell?.kind !== 'number') return read
  const cents = Math.sign(cell.value) * Math.round(Math.abs(cell.value) * 100 + 1e-6)
  return Math.abs(cents) > maxCents ? read : { ok: true, value: cents }
}

/**
 * A date `yyyy-mm-dd`; `null` when empty. A bare number counts as days of the workbook's epoch, if it falls between
 * 2000 and 2099.
 */
export function cellDate(cell: Cell | undefined, epoch: Epoch): Read<string> {
  if (!cell) return nothing
  if (cell.kind === 'error') return errorIn(cell.value)
  if (cell.kind === 'date') return { ok: true, value: cell.value }
  if (cell.kind === 'number') {
    const date = dateOfSerial(cell.value, epoch)
    if (date && date >= '2000-01-01' && date < '2100-01-01') return { ok: true, value: date }
  }
  const text = cellText(cell)
  if (text === '' || DASH.test(text)) return nothing
  // Programs that export days as instants add a midnight.
  const read = parseItalianDate(
    text
      .replace(/^(?:entro (?:il )?|scad(?:enza|\.)? (?:il )?)/i, '')
      .replace(/[ T]\d{1,2}[:.]\d{2}([:.]\d{2}(\.\d+)?)?Z?$/, ''),
  )
  return read.ok ? { ok: true, value: read.date } : refused(dateReasons[read.reason])
}

/** The cell's text on one line, trimmed, without the apostrophe that marks text. */
export function cellText(cell: Cell | undefined): string {
  if (!cell) return ''
  if (cell.kind === 'text') return plain(withoutApostrophe(cell.value))
  if (cell.kind === 'number') return String(Number(cell.value.toPrecision(15)))
  if (cell.kind === 'date') return cell.value.split('-').reverse().join('/')
  if (cell.kind === 'boolean') return cell.value ? 'VERO' : 'FALSO'
  return cell.value
}

/** A code (tax code, IBAN, phone, CAP): without blanks and leading apostrophe, in upper case. */
export function cellCode(cell: Cell | undefined): string {
  return cellText(cell)
    .replace(/^['’`]/, '')
    .replace(/\s/gu, '')
    .toUpperCase()
}

/** A CAP has five digits: a number cell has lost leading zeros, which are added back with `restored`. */
export function cellZipCode(cell: Cell | undefined): Read<{ zip_code: string; restored: boolean }> {
  const text = cellCode(cell)
  if (text === '') return nothing
  if (!/^\d{2,5}$/.test(text)) return refused(`Il CAP «${text}» non ha cinque cifre.`)
  return { ok: true, value: { zip_code: text.padStart(5, '0'), restored: text.length < 5 } }
}

/**
 * Converts Excel's day number to `yyyy-mm-dd`; null outside 1900–9999. The 1900 epoch has Lotus' 29 February 1900,
 * which never existed.
 */
export function dateOfSerial(serial: number, epoch: Epoch): string | null {
  const days = Math.floor(serial)
  if (!(days >= 0 && days < 2_958_466)) return null
  const start = epoch === 1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30)
  return new Date(start + days * 86_400_000).toISOString().slice(0, 10)
}

/** `0` → `A`, `26` → `AA`. */
export function columnLetter(column: number): string {
  const rest = Math.floor(column / 26)
  return (rest > 0 ? columnLetter(rest - 1) : '') + String.fromCharCode(65 + (column % 26))
}

export function isBlank(cell: Cell): boolean {
  return cell.kind === 'text' && cell.value.trim() === ''
}

/** Dashes that mean "nothing". */
const DASH = /^[-–—−]+$/u

const nothing = { ok: true, value: null } as const

function centsOf(euros: number): Read<number> {
  const exact = euros * 100
  const cents = Math.round(exact)
  if (Math.abs(cents) > maxCents) return refused(euroReasons.range)
  // The noise of doubles is far below a ten-thousandth of a cent; larger fractions are real.
  if (Math.abs(exact - cents) > 1e-4) return refused(euroReasons.decimals)
  return { ok: true, value: cents === 0 ? 0 : cents }
}

/** Text that PostgreSQL can store, on one line: no control characters, no unpaired surrogates. */
function plain(text: string): string {
  return isPlain(text)
    ? text
    : text
        .replace(/[\s\p{Cc}]+/gu, ' ')
        .trim()
        .toWellFormed()
}

/** Most texts need no change; the test costs a tenth of the replacement. */
function isPlain(text: string): boolean {
  let afterBlank = true
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 32 ? afterBlank : code < 32 || (code > 126 && code < 161) || code > 0x167f) return false
    afterBlank = code === 32
  }
  return !afterBlank
}

/** Removes the apostrophe with which spreadsheets, and our exports, mark text. */
function withoutApostrophe(text: string): string {
  return text.includes("'") ? text.replace(/^\s*'(?=\s*[=+\-@＝＋－＠\d]|[\t\r\n])/u, '') : text
}

function errorIn(value: string): { ok: false; reason: string } {
  if (value !== 'no_value') return refused(`La cella contiene l’errore ${value}: correggila nel foglio.`)
  return refused('La formula non ha un risultato salvato: apri il file, ricalcola, salva e carica di nuovo.')
}

function refused(reason: string): { ok: false; reason: string } {
  return { ok: false, reason }
}
