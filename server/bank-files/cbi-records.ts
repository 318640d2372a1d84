import { type Day, isDay } from '@saldo/domain/dates'
import { BankFileRefused } from './bank-file.ts'

/** A record of 120 characters, with its line in the file. */
export type CbiRecord = { line: number; type: string; text: string }

export const askAgain = 'Scarica di nuovo il file dalla banca, senza aprirlo e salvarlo con altri programmi.'

/**
 * The records of a file of the CBI standard (RH, MAV, RiBa): 120 characters each, in ASCII and letters of Windows-1252,
 * because banks write names with accents. A blank, then the type in characters 2 and 3.
 */
export function* recordsOf(file: Buffer): Generator<CbiRecord> {
  for (const [index, text] of linesOf(file).entries()) yield recordOf(text, index + 1)
}

const width = 120

/**
 * Lines end with CR LF, LF or CR; a file without any is cut after each record. What programs add around is no record: a byte
 * order mark, blank lines at the end, the Ctrl-Z of DOS.
 */
function linesOf(file: Buffer): string[] {
  const text = withoutEnd(new TextDecoder('windows-1252').decode(file).replace(/^\u00ef\u00bb\u00bf/, ''))
  if (/[\r\n]/.test(text)) return text.split(/\r\n|\n|\r/)
  if (text.length % width !== 0) return [text]
  return Array.from({ length: text.length / width }, (_, at) => text.slice(at * width, (at + 1) * width))
}

function withoutEnd(text: string): string {
  let end = text.length
  while (['\r', '\n', ctrlZ].includes(text[end - 1] ?? '')) end -= 1
  return text.slice(0, end)
}
const ctrlZ = '\x1a'

function recordOf(text: string, line: number): CbiRecord {
  // Also where UTF-8 would be as long: two letters in place of one shift every field behind them.
  if (!/^[ -~£§°´’€À-ÿ]*$/.test(text) || /[\u00c2\u00c3][^ -~]/.test(text))
    throw new BankFileRefused(
      `Il record contiene caratteri che il tracciato CBI non ammette. ${askAgain}`,
      line,
    )
  if (text.length !== width)
    throw new BankFileRefused(
      `Il record è lungo ${text.length} caratteri invece di 120: il file è stato tagliato o modificato. ${askAgain}`,
      line,
    )
  if (text[0] !== ' ')
    throw new BankFileRefused(
      `Il record non comincia con uno spazio, come vuole il tracciato CBI. ${askAgain}`,
      line,
    )
  return { line, type: text.slice(1, 3), text }
}

/** Characters `from` to `to` (counted from 1, both included) without blanks around. */
export const field = ({ text }: CbiRecord, from: number, to: number): string =>
  text.slice(from - 1, to).trim()

/** Digits only; refuses anything else. */
export function digits(record: CbiRecord, from: number, to: number, what: string): number {
  const text = record.text.slice(from - 1, to)
  if (!/^\d+$/.test(text)) throw wrongField(record, from, to, what)
  return Number(text)
}

/** `DDMMYY`, in this century. */
export function day(record: CbiRecord, from: number, what: string): Day {
  const text = record.text.slice(from - 1, from + 5)
  const date = `20${text.slice(4, 6)}-${text.slice(2, 4)}-${text.slice(0, 2)}`
  if (!isDay(date)) throw wrongField(record, from, from + 5, what)
  return date
}

export const wrongField = (record: CbiRecord, from: number, to: number, what: string): BankFileRefused =>
  new BankFileRefused(
    `${what} non si legge (record ${record.type}, caratteri ${from}-${to}): il record è spostato o modificato. ${askAgain}`,
    record.line,
  )
