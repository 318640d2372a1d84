import { type Day, isDay } from '@saldo/domain/dates'
import { BankFileRefused } from '../bank-file.ts'

/** A record of 120 characters, with its line in the file. */
export type CbiRecord = { line: number; type: string; text: string }

export const askAgain = 'Scarica di nuovo il file dalla banca, senza aprirlo e salvarlo con altri programmi.'

/**
 * The records of a CBI file: 120 characters each, ended by CR LF or LF (the last may lack it). ASCII, and letters of
 * Windows-1252, because banks write names with accents. A blank, then the type in characters 2 and 3.
 */
export function recordsOf(file: Buffer): CbiRecord[] {
  const lines = new TextDecoder('windows-1252').decode(file).split('\n')
  if (lines.at(-1) === '' || lines.at(-1) === '\x1a') lines.pop()
  return lines.map((text, index) => recordOf(text.replace(/\r$/, ''), index + 1))
}

function recordOf(text: string, line: number): CbiRecord {
  // Also where UTF-8 would be as long: two letters in place of one shift every field behind them.
  if (!/^[ -~\u00b0\u00c0-\u00ff]*$/.test(text) || /[\u00c2\u00c3][^ -~]/.test(text))
    throw new BankFileRefused(
      `Il record contiene caratteri che il tracciato CBI non ammette. ${askAgain}`,
      line,
    )
  if (text.length !== 120)
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
