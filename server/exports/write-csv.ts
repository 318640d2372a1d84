import { Readable } from 'node:stream'
import { centsToDecimal } from '@saldo/domain/money'
import type { ExportColumn, ExportRows } from './columns.ts'
import { neutraliseFormula } from './neutralise.ts'

/**
 * Writes the CSV that an Italian Excel opens with a double click: `;`, decimal comma, UTF-8 with BOM, CRLF. Texts are
 * neutralised against formulas. Amounts and numbers are not: a minus sign before digits is harmless.
 */
export function csvStream(columns: readonly ExportColumn[], rows: ExportRows): Readable {
  return Readable.from(inPieces(lines(columns, rows)), { objectMode: false })
}

async function* lines(columns: readonly ExportColumn[], rows: ExportRows): AsyncGenerator<string> {
  yield `\uFEFF${columns.map(({ header }) => quoted(neutraliseFormula(header))).join(';')}\r\n`
  for await (const row of rows) {
    yield `${columns.map(({ kind }, index) => written(kind, row[index])).join(';')}\r\n`
  }
}

function written(kind: ExportColumn['kind'], value: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  if (kind === 'amount') return centsToDecimal(Number(value)).replace('.', ',')
  if (kind === 'number') return String(value).replace('.', ',')
  if (kind === 'date') return String(value).slice(0, 10).split('-').reverse().join('/')
  return quoted(neutraliseFormula(printable(String(value))))
}

/** Removes control characters: with them, programs take the file for another format. */
function printable(text: string): string {
  return text.replace(/[^\P{Cc}\t\n\r]/gu, ' ').toWellFormed()
}

function quoted(text: string): string {
  return /[";\r\n\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Joins rows into few large pieces: a stream costs more per piece than per byte. */
async function* inPieces(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let piece = ''
  for await (const text of texts) {
    piece += text
    if (piece.length < 64 * 1024) continue
    yield Buffer.from(piece)
    piece = ''
  }
  if (piece !== '') yield Buffer.from(piece)
}
