import { Readable } from 'node:stream'
import { centsToDecimal } from '@saldo/domain/money'
import { dayIn, type ExportColumn, type ExportRows } from './columns.ts'
import { neutraliseFormula } from './neutralise.ts'
import { encodeWindows1252 } from './windows-1252.ts'

/** The signs of a CSV. `replaced` is told how many characters of a piece the charset does not have. */
export type CsvStyle = {
  separator: ';' | ',' | '\t'
  decimal: ',' | '.'
  /** How `yyyy-mm-dd` is written. */
  date: (day: string) => string
  charset: 'utf-8' | 'windows-1252'
  replaced?: (count: number) => void
}

/** What an Italian Excel opens with a double click. */
export const italianCsv: CsvStyle = {
  separator: ';',
  decimal: ',',
  date: (day) => day.split('-').reverse().join('/'),
  charset: 'utf-8',
}

/**
 * Writes a CSV with CRLF, in UTF-8 with BOM unless the style says otherwise. Texts are neutralised against formulas.
 * Amounts and numbers are not: a minus sign before digits is harmless.
 */
export function csvStream(
  columns: readonly ExportColumn[],
  rows: ExportRows,
  style: CsvStyle = italianCsv,
): Readable {
  return Readable.from(inPieces(lines(columns, rows, style), style), { objectMode: false })
}

async function* lines(
  columns: readonly ExportColumn[],
  rows: ExportRows,
  style: CsvStyle,
): AsyncGenerator<string> {
  const line = (cells: readonly string[]) =>
    `${cells.map((cell) => quoted(cell, style.separator)).join(style.separator)}\r\n`
  const bom = style.charset === 'utf-8' ? '\uFEFF' : ''
  yield bom + line(columns.map(({ header }) => neutraliseFormula(header)))
  for await (const row of rows) yield line(columns.map(({ kind }, at) => csvCell(kind, row[at], style)))
}

/** A value as the CSV has it, before quotes. */
export function csvCell(kind: ExportColumn['kind'], value: unknown, style: CsvStyle): string {
  if (value === null || value === undefined || value === '') return ''
  if (kind === 'amount') return centsToDecimal(Number(value)).replace('.', style.decimal)
  if (kind === 'number') return String(value).replace('.', style.decimal)
  const day = kind === 'date' ? dayIn(String(value)) : null
  if (day !== null) return style.date(day)
  return neutraliseFormula(printable(String(value)))
}

/** Removes control characters: with them, programs take the file for another format. */
function printable(text: string): string {
  return text.replace(/[^\P{Cc}\t\n\r]/gu, ' ').toWellFormed()
}

function quoted(text: string, separator: CsvStyle['separator']): string {
  const needed = text.includes(separator) || /[";\r\n\t]|^\s|\s$/.test(text)
  return needed ? `"${text.replaceAll('"', '""')}"` : text
}

/** Joins rows into few large pieces: a stream costs more per piece than per byte. */
async function* inPieces(texts: AsyncIterable<string>, style: CsvStyle): AsyncGenerator<Buffer> {
  let piece = ''
  for await (const text of texts) {
    piece += text
    if (piece.length < 64 * 1024) continue
    yield encoded(piece, style)
    piece = ''
  }
  if (piece !== '') yield encoded(piece, style)
}

function encoded(piece: string, { charset, replaced: tell }: CsvStyle): Buffer {
  if (charset === 'utf-8') return Buffer.from(piece)
  const { bytes, replaced } = encodeWindows1252(piece)
  if (replaced > 0) tell?.(replaced)
  return bytes
}
