import { isDay } from '@saldo/domain/dates'
import type {
  HandoverColumn,
  HandoverFile,
  HandoverTable,
  HandoverValue,
} from '@saldo/domain/handover/format'
import { formatEuro, maxCents } from '@saldo/domain/money'
import { readWeight } from '@saldo/domain/registry/unit'
import { csvRows } from './csv-rows.ts'
import { HandoverRefused } from './handover-refused.ts'

/** A row of a loaded table, and where it stands: the header is row 1. */
export type LoadedRow = Record<string, HandoverValue> & { row: number }

/** Rows of all tables together: more belong to no condominium, and would not fit in memory. */
export const mostRows = 400_000
const longest = 4_000

/** Reads a table: header, cells, count and sums, each as the format and the manifest say. */
export async function readTable(
  table: HandoverTable,
  told: HandoverFile,
  content: Buffer,
): Promise<LoadedRow[]> {
  const { file, columns } = table
  const rows: LoadedRow[] = []
  const sums = Object.fromEntries(
    columns.flatMap(({ kind, header }) => (kind === 'amount' ? [[header, 0]] : [])),
  )
  let at = 0
  for await (const cells of csvRows(file, content)) {
    at += 1
    if (at === 1) requireHeader(table, cells)
    else {
      if (cells.length !== columns.length)
        throw new HandoverRefused(`La riga ha ${cells.length} colonne invece di ${columns.length}.`, file, at)
      if (at > mostRows) throw new HandoverRefused('Il file ha troppe righe.', file)
      const row: LoadedRow = { row: at }
      for (const [index, column] of columns.entries()) {
        const value = valueIn(column, cells[index] as string, file, at)
        row[column.field] = value
        if (column.kind === 'amount') sums[column.header] = (sums[column.header] ?? 0) + Number(value)
      }
      rows.push(row)
    }
  }
  if (at === 0) throw new HandoverRefused('Il file è vuoto: manca anche l’intestazione.', file)
  if (told.rows !== rows.length)
    throw new HandoverRefused(
      `Il file ha ${rows.length} righe, ma il manifest ne dice ${told.rows ?? 'nessuna'}.`,
      file,
    )
  for (const [header, sum] of Object.entries(sums))
    if (told.sums?.[header] !== sum)
      throw new HandoverRefused(
        `La colonna «${header}» fa ${formatEuro(sum)}, ma il manifest dice ${told.sums?.[header] === undefined ? 'niente' : formatEuro(told.sums[header] as number)}.`,
        file,
      )
  return rows
}

function requireHeader({ file, columns }: HandoverTable, cells: string[]): void {
  const expected = columns.map(({ header }) => header)
  if (cells.length !== expected.length || cells.some((cell, index) => cell !== expected[index]))
    throw new HandoverRefused(`L’intestazione deve essere: ${expected.join('; ')}.`, file, 1)
}

function valueIn(column: HandoverColumn, cell: string, file: string, row: number): HandoverValue {
  const wrong = (why: string) =>
    new HandoverRefused(
      `«${column.header}»: ${why}${cell === '' ? '.' : `, c’è scritto «${cell.slice(0, 60)}».`}`,
      file,
      row,
    )
  if (cell === '') {
    if (column.empty) return null
    throw wrong('la cella è vuota')
  }
  switch (column.kind) {
    case 'text':
      if (cell.length > longest) throw wrong('il testo è troppo lungo')
      return plain(cell)
    case 'amount':
      if (!/^-?(?:0|[1-9]\d*),\d{2}$/.test(cell))
        throw wrong('serve un importo con due decimali, come 1234,50')
      return whole(Number(cell.replace(',', '')), maxCents, wrong)
    case 'number':
      if (!/^(?:0|[1-9]\d*)$/.test(cell)) throw wrong('serve un numero intero')
      return whole(Number(cell), 1_000_000_000, wrong)
    case 'ref':
      if (!/^[1-9]\d*$/.test(cell)) throw wrong('serve un riferimento, cioè un numero intero')
      return whole(Number(cell), Number.MAX_SAFE_INTEGER, wrong)
    case 'weight':
      return readWeight(cell) ?? raise(wrong('servono millesimi con al massimo quattro decimali'))
    case 'date': {
      const day = cell.split('/').reverse().join('-')
      if (!/^\d{2}\/\d{2}\/\d{4}$/.test(cell) || !isDay(day)) throw wrong('serve una data che esista')
      return day
    }
    case 'choice': {
      const code = Object.entries(column.words ?? {}).find(([, word]) => word === cell)?.[0]
      return (
        code ?? raise(wrong(`serve una di queste parole: ${Object.values(column.words ?? {}).join(', ')}`))
      )
    }
  }
}

function whole(value: number, most: number, wrong: (why: string) => Error): number {
  if (!Number.isSafeInteger(value) || Math.abs(value) > most) throw wrong('il numero è troppo grande')
  return value
}

/** A text without the apostrophe that keeps spreadsheets from running it as a formula. */
const plain = (cell: string): string =>
  /^'(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/u.test(cell) ? cell.slice(1) : cell

function raise(error: Error): never {
  throw error
}
