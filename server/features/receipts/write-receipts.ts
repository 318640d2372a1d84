import type { Readable } from 'node:stream'
import {
  type DateFormat,
  type ReceiptLayout,
  receiptColumns,
  separatorSigns,
} from '@saldo/domain/accounting/receipt-layout'
import type { ExportColumn } from '../../exports/columns.ts'
import { type CsvStyle, csvCell, csvStream } from '../../exports/write-csv.ts'
import { xlsxStream } from '../../exports/write-xlsx.ts'
import { type ReceiptMovement, rowsOf } from './receipt.ts'

/** What a file holds so far, counted while it is written. Cents. `replaced`: characters that its charset does not have. */
export type Written = { rows: number; gross: number; fee: number; corrected: number; replaced: number }
export const nothingWritten = (): Written => ({ rows: 0, gross: 0, fee: 0, corrected: 0, replaced: 0 })

export type Movements = AsyncIterable<ReceiptMovement[]>

/** The columns of a layout, with the headers that the office gave them. */
const columnsOf = ({ columns }: ReceiptLayout): ExportColumn[] =>
  columns.map(({ column, header }) => ({ header, kind: receiptColumns[column].kind }))

/** The rows of the file, in batches as the movements come; what they add up to is noted in `written`. */
async function* valuesOf(movements: Movements, { columns, rows }: ReceiptLayout, written: Written) {
  for await (const batch of movements)
    for (const movement of batch) {
      written.gross += movement.gross
      written.fee += movement.fee
      if (movement.correction) written.corrected += movement.gross
      for (const row of rowsOf(movement, rows)) {
        written.rows += 1
        yield columns.map(({ column }) => row[column])
      }
    }
}

export const receiptsXlsx = (movements: Movements, layout: ReceiptLayout, written: Written): Readable =>
  xlsxStream(columnsOf(layout), valuesOf(movements, layout, written), 'Incassi')

export function receiptsCsv(movements: Movements, layout: ReceiptLayout, written: Written): Readable {
  const style = styleOf(layout, (count) => {
    written.replaced += count
  })
  return csvStream(columnsOf(layout), valuesOf(movements, layout, written), style)
}

/** The cells of the rows as the CSV has them, for a preview. */
export async function receiptCells(movements: Movements, layout: ReceiptLayout): Promise<string[][]> {
  const columns = columnsOf(layout)
  const style = styleOf(layout, () => {})
  const cells: string[][] = []
  for await (const values of valuesOf(movements, layout, nothingWritten()))
    cells.push(columns.map(({ kind }, at) => csvCell(kind, values[at], style)))
  return cells
}

const styleOf = (layout: ReceiptLayout, replaced: (count: number) => void): CsvStyle => ({
  separator: separatorSigns[layout.separator],
  decimal: layout.decimal === 'comma' ? ',' : '.',
  date: (day) => writtenDay(day, layout.date_format),
  ...{ charset: layout.charset, replaced },
})

function writtenDay(date: string, format: DateFormat): string {
  const [year = '', month = '', day = ''] = date.split('-')
  return format.replace('yyyy', year).replace('mm', month).replace('dd', day)
}
