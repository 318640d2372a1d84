import { setImmediate } from 'node:timers/promises'
import { encodingOf, hasUnknownLetters } from '../../files/text-encoding.ts'
import { BankFileRefused } from '../bank-file.ts'

/** The cells of a row without blanks around, and its line in the file (a cell in quotes may go on for several). */
export type CsvRow = { line: number; cells: string[] }

export const separators = [';', '\t', ',', '|'] as const

const limits = { cell: 10_000, cells: 200 }

/**
 * The text of a CSV: UTF-8, UTF-16 with a byte order mark, else Windows-1252. Refuses bytes that are no text. Gives the event
 * loop its turn after each piece.
 */
export async function decodedCsv(file: Buffer): Promise<string> {
  const encoding = encodingOf(file)
  const decoder = new TextDecoder(encoding, { fatal: true })
  const pieces: string[] = []
  let line = 1
  for (let at = 0; at < file.length; at += PIECE) {
    const piece = decoded(decoder, file.subarray(at, at + PIECE), at + PIECE < file.length)
    const strange = /[^\P{Cc}\t\r\n]|\ufffd/u.exec(piece)
    if (strange) throw new BankFileRefused(unreadable, line + breaksIn(piece.slice(0, strange.index)))
    line += breaksIn(piece)
    pieces.push(piece)
    await setImmediate()
  }
  if (encoding === 'windows-1252' && hasUnknownLetters(file)) throw new BankFileRefused(unreadable)
  return pieces.join('')
}
const PIECE = 256 * 1024

function decoded(decoder: InstanceType<typeof TextDecoder>, piece: Buffer, stream: boolean): string {
  try {
    return decoder.decode(piece, { stream })
  } catch {
    throw new BankFileRefused(unreadable)
  }
}

const breaksIn = (text: string): number => text.split('\n').length - 1
const unreadable =
  'Il file contiene caratteri che non si leggono: scaricalo di nuovo dalla banca, oppure salvalo come CSV UTF-8.'

/** All rows that are not empty. Gives the event loop its turn every few hundred rows. */
export async function rowsOf(text: string, separator: string): Promise<CsvRow[]> {
  const rows: CsvRow[] = []
  const cursor = new Cursor(text, separator)
  for (let read = 1; !cursor.atEnd; read++) {
    const row = cursor.row()
    if (row.cells.some((cell) => cell !== '')) rows.push(row)
    if (read % 500 === 0) await setImmediate()
  }
  return rows
}

/** The first rows, to look for the header; they end where another separator would break the quotes. */
export function firstRows(text: string, separator: string, count: number): CsvRow[] {
  const rows: CsvRow[] = []
  const cursor = new Cursor(text, separator)
  try {
    while (!cursor.atEnd && rows.length < count) rows.push(cursor.row())
  } catch (error) {
    if (!(error instanceof BankFileRefused)) throw error
  }
  return rows
}

/** Reads RFC 4180 with any separator, and any of the three line ends. */
class Cursor {
  readonly #text: string
  readonly #separator: string
  #at = 0
  #line = 1

  constructor(text: string, separator: string) {
    this.#text = text
    this.#separator = separator
  }

  get atEnd(): boolean {
    return this.#at >= this.#text.length
  }

  row(): CsvRow {
    const line = this.#line
    const cells: string[] = []
    for (;;) {
      cells.push(withoutFormula(this.#cell().trim()))
      if (cells.length > limits.cells) throw new BankFileRefused('Una riga del file ha troppe colonne.', line)
      if (this.#text[this.#at] === this.#separator) {
        this.#at++
        continue
      }
      if (this.#text[this.#at] === '\r' && this.#text[this.#at + 1] === '\n') this.#at++
      this.#at++
      this.#line++
      return { line, cells }
    }
  }

  #cell(): string {
    const start = this.#at
    if (this.#text[start] === '"') return this.#quoted()
    let end = start
    while (end < this.#text.length && end - start <= limits.cell && !this.#ends(this.#text[end]!)) end++
    this.#at = end
    if (end - start > limits.cell) throw tooLong(this.#line)
    return this.#text.slice(start, end)
  }

  /** A cell in quotes; a quote in it is doubled. */
  #quoted(): string {
    const line = this.#line
    let cell = ''
    let at = this.#at + 1
    for (;;) {
      const end = this.#text.indexOf('"', at)
      if (end < 0) throw unclosed(line)
      cell += this.#text.slice(at, end)
      if (cell.length > limits.cell) throw unclosed(line)
      at = end + 1
      if (this.#text[at] !== '"') break
      cell += '"'
      at++
    }
    while (this.#text[at] === ' ') at++
    if (at < this.#text.length && !this.#ends(this.#text[at]!)) throw unclosed(line)
    const lines = cell.split(/\r\n?|\n/)
    this.#line += lines.length - 1
    this.#at = at
    return lines.map((each) => each.trim()).join(' ')
  }

  #ends(character: string): boolean {
    return character === this.#separator || character === '\n' || character === '\r'
  }
}

/** `="000123"`: so a bank keeps Excel from reading a number. */
const withoutFormula = (cell: string): string => /^="([^"]*)"$/.exec(cell)?.[1]?.trim() ?? cell

const unclosed = (line: number): BankFileRefused =>
  new BankFileRefused(
    'Le virgolette che si aprono in questa riga non si chiudono. Scarica di nuovo il file dalla banca.',
    line,
  )

const tooLong = (line: number): BankFileRefused =>
  new BankFileRefused('Una casella del file è troppo lunga. Scarica di nuovo il file dalla banca.', line)
