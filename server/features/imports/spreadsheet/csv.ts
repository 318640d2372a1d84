import { basename } from 'node:path'
import Papa from 'papaparse'
import { encodingOf, hasUnknownLetters } from '../../../files/text-encoding.ts'
import type { Cell, Row } from './cells.ts'
import { ImportRefused, limits } from './import-refused.ts'
import { type OpenedFile, rowCounter } from './opened-file.ts'

/** Opens a CSV file. Encoding and separator are detected from the content, never from the name. */
export function openCsv(file: Buffer, filename: string): OpenedFile {
  const encoding = encodingOf(file)
  if (encoding === 'windows-1252' && hasUnknownLetters(file)) throw new ImportRefused('unknown_letters')
  const beginning = asLines(new TextDecoder(encoding).decode(file.subarray(0, 256 * 1024)))
  if (beginning.trim() === '' && file.length < 256 * 1024) throw new ImportRefused('empty')
  const told = /^sep=(.)\n/i.exec(beginning)?.[1]
  const separator = told ?? likeliestSeparator(beginning)
  const name = basename(filename).replace(/\.[^.]*$/, '') || 'CSV'
  return {
    kind: 'csv',
    epoch: 1900,
    sheets: [{ name, hidden: false, hidden_columns: [], comments: [], printed: [] }],
    rows: () => readCsvRows(file, encoding, separator, headerOf(beginning, separator)),
  }
}

/** The first row that names at least three columns: how many cells it has, which row it is, and its columns of amounts. */
type Header = { cells: number; row: number; separator: string; money: readonly number[] }

/**
 * The header, null when there is none. Refuses a file of commas whose decimal commas fill the column after that of the
 * amounts in every row.
 */
function headerOf(beginning: string, separator: string): Header | null {
  const { data } = Papa.parse<string[]>(beginning, { delimiter: separator, newline: '\n', preview: 200 })
  const at = data.findIndex((row) => row.filter((cell) => /^[^\d]*\p{L}[^\d]*$/u.test(cell)).length >= 3)
  const header = data[at]
  if (!header) return null
  const rows = data.slice(at + 1, -1).filter((row) => row.length >= header.length)
  const splits = (column: number) =>
    rows.length > 1 &&
    rows.every((row) => WHOLE.test(row[column]?.trim() ?? '') && CENTS.test(row[column + 1]?.trim() ?? ''))
  const money = header.flatMap((name, i) =>
    MONEY.test(name) && !NUMBERED.test(header[i + 1] ?? '') ? [i] : [],
  )
  if (separator === ',' && money.some(splits)) throw new ImportRefused('shifted_cells')
  return { cells: header.length, row: at + 1, separator, money }
}
const WHOLE = /^-?\d{1,6}$/
const CENTS = /^\d{2}$/
const MONEY = /import|euro|€|quota|rata|total|dovut|saldo|pagare|versare/i
const NUMBERED = /int|unit|num|scala|piano|mill|rat|cod|\bn\b|\bid\b|anno|giorn|mese/i

/**
 * Whether a decimal comma made two cells of an amount: `100,50` is 100 and 50, in a row longer than the header. Many
 * programs end every row with a comma: if nothing stands behind the last column, only a column of amounts tells.
 */
function isShifted(fields: string[], { cells, separator, money }: Header): boolean {
  if (separator !== ',' || fields.length <= cells) return false
  const splits = (column: number) =>
    WHOLE.test(fields[column]?.trim() ?? '') && CENTS.test(fields[column + 1]?.trim() ?? '')
  const endsWithCommas = fields.slice(cells).every((field) => field.trim() === '')
  return endsWithCommas ? money.some(splits) : fields.some((_, column) => splits(column))
}

/** Whether a row below the header is separated otherwise: one cell that another separator splits into a row with numbers. */
function isSeparatedOtherwise(fields: string[], { cells, separator }: Header): boolean {
  const [only = '', ...others] = fields.filter((field) => field.trim() !== '')
  if (others.length > 0 || only === '') return false
  return SEPARATORS.some((other) => {
    const pieces = other === separator ? [] : only.split(other)
    return pieces.length >= Math.max(3, cells - 1) && pieces.some((piece) => NUMBER.test(piece.trim()))
  })
}
const SEPARATORS = [';', '\t', ',', '|']
const NUMBER = /^(?:\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}|-?\d+(?:[.,]\d+)*)$/

/** The separator that splits the first rows into the most columns, equally many in each row. */
function likeliestSeparator(beginning: string): string {
  const lastBreak = beginning.lastIndexOf('\n')
  const whole = lastBreak > 0 ? beginning.slice(0, lastBreak) : beginning
  let best = { separator: ';', score: 0 }
  for (const separator of SEPARATORS) {
    const { data } = Papa.parse<string[]>(whole, { delimiter: separator, newline: '\n', preview: 50 })
    const score = evenness(data.filter((row) => row.some((field) => field.trim() !== '')))
    if (score > best.score) best = { separator, score }
  }
  return best.separator
}

function evenness(rows: string[][]): number {
  const times = new Map<number, number>()
  for (const { length } of rows) if (length > 1) times.set(length, (times.get(length) ?? 0) + 1)
  return Math.max(0, ...[...times].map(([columns, count]) => columns * (count / rows.length) ** 2))
}

const PIECE = 64 * 1024

async function* readCsvRows(
  file: Buffer,
  encoding: string,
  separator: string,
  header: Header | null,
): AsyncGenerator<Row[]> {
  const parser = new Papa.Parser({ delimiter: separator, newline: '\n', fastMode: false })
  const decoder = new TextDecoder(encoding)
  const count = rowCounter()
  let rest = ''
  let number = 0
  let line = 1
  for (let at = 0; at < file.length; at += PIECE) {
    const last = at + PIECE >= file.length
    const text = decoder.decode(file.subarray(at, at + PIECE), { stream: !last })
    // A carriage return at the very end may be half of a line end: keep it for the next piece.
    const whole = rest + text
    const waits = !last && whole.endsWith('\r') ? 1 : 0
    // No row can be complete without a line end, so do not parse yet.
    if (!last && !/[\r\n]/.test(text)) {
      rest = whole
      if (rest.length > limits.csv_row_characters) throw tooLong(rest, separator, number + 1)
      continue
    }
    const lines = asLines(whole.slice(0, whole.length - waits))
    const { data, errors, meta } = parser.parse(lines, 0, !last) as Papa.ParseResult<string[]>
    const wrong = errors.find((error) => error.type === 'Quotes')
    if (wrong && (last || (wrong.row ?? 0) < data.length)) throw unclosed(number + (wrong.row ?? 0) + 1)
    rest = last ? '' : lines.slice(meta.cursor) + '\r'.repeat(waits)
    if (rest.length > limits.csv_row_characters) throw tooLong(lines, separator, number + data.length + 1)

    const batch: Row[] = []
    for (const fields of data) {
      number++
      if (header !== null && isShifted(fields, header)) throw new ImportRefused('shifted_cells')
      if (header !== null && number > header.row && isSeparatedOtherwise(fields, header))
        throw new ImportRefused('mixed_separators')
      const row: Row = { row: number, hidden: false, line, cells: cellsOf(fields) }
      line += 1 + fields.reduce((breaks, field) => breaks + breaksIn(field), 0)
      if (row.cells.length === 0 || (number === 1 && /^sep=.?$/i.test(fields[0] ?? ''))) continue
      count(row)
      batch.push(row)
    }
    yield batch
  }
}

function cellsOf(fields: string[]): Cell[] {
  const cells: Cell[] = []
  for (let column = 0; column < fields.length; column++) {
    const value = withoutQuotes(fields[column]!)
    if (value.trim() !== '') cells.push({ column, kind: 'text', value })
  }
  return cells
}

/**
 * Blanks beside the quotes, or `="01"`, which programs write so that Excel keeps the zero, leave the quotes in the cell.
 * Quotes without them are of the text itself, which stood in quotes of its own.
 */
const withoutQuotes = (field: string): string =>
  field.includes('"') ? (/^(?=\s|=|.*\s$)\s*=?"([^"]*)"\s*$/.exec(field)?.[1] ?? field) : field

function asLines(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}

function breaksIn(field: string): number {
  let breaks = 0
  for (let at = field.indexOf('\n'); at >= 0; at = field.indexOf('\n', at + 1)) breaks++
  return breaks
}

function tooLong(text: string, separator: string, row: number): ImportRefused {
  return text.split(separator, limits.columns + 1).length > limits.columns && !text.includes('"')
    ? new ImportRefused('too_many_columns')
    : unclosed(row)
}

function unclosed(row: number): ImportRefused {
  return new ImportRefused(
    'broken_quotes',
    `Dalla riga ${row} le virgolette non si chiudono: correggi quella riga, oppure salva il file come .xlsx e caricalo di nuovo.`,
  )
}
