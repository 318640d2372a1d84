import { type Day, isDay } from '@saldo/domain/dates'
import { type Cents, maxCents } from '@saldo/domain/money'
import { BankFileRefused } from '../bank-file.ts'

/** A record of 120 characters, with its line in the file. */
export type CbiRecord = { line: number; type: string; text: string }

export const askAgain = 'Scarica di nuovo il file dalla banca senza aprirlo e salvarlo con altri programmi.'

/**
 * The records of a file of the CBI standard: 120 characters each, ended by CR LF or LF (the last may lack it), printable
 * ASCII and letters of Windows-1252, because banks write names with accents. A blank, then the type in characters 2 and 3.
 */
export function* recordsOf(file: Buffer): Generator<CbiRecord> {
  const lines = new TextDecoder('windows-1252').decode(file).split('\n')
  if (lines.at(-1) === '' || lines.at(-1) === '\x1a') lines.pop()
  for (const [index, text] of lines.entries()) yield recordOf(text.replace(/\r$/, ''), index + 1)
}

function recordOf(text: string, line: number): CbiRecord {
  if (text.length !== 120)
    throw new BankFileRefused(
      `Il record è lungo ${text.length} caratteri invece di 120: il file è stato tagliato o modificato. ${askAgain}`,
      line,
    )
  if (!/^[ -~£§°´’€À-ÿ]*$/.test(text))
    throw new BankFileRefused(`Il record contiene caratteri non ammessi. ${askAgain}`, line)
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

/** A sign (C or D) and fifteen characters with a decimal comma: `C000000001394,85`. Signed cents. */
export function signedAmount(record: CbiRecord, from: number, what: string): Cents {
  const text = record.text.slice(from - 1, from + 15)
  if (!/^[CD]\d{12},\d\d$/.test(text)) throw wrongField(record, from, from + 15, what)
  const cents = Number(text.slice(1).replace(',', ''))
  if (cents > maxCents * 100) throw wrongField(record, from, from + 15, what)
  return (text[0] === 'C' ? cents : -cents) || 0
}

export const wrongField = (record: CbiRecord, from: number, to: number, what: string): BankFileRefused =>
  new BankFileRefused(
    `${what} non si legge (record ${record.type}, caratteri ${from}-${to}): il record è spostato o modificato. ${askAgain}`,
    record.line,
  )
