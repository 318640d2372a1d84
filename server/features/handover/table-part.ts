import { createHash } from 'node:crypto'
import type {
  HandoverColumn,
  HandoverFile,
  HandoverRow,
  HandoverTable,
  HandoverValue,
} from '@saldo/domain/handover/format'
import { weightText } from '@saldo/domain/registry/unit'
import type { ExportColumn } from '../../exports/columns.ts'
import { csvStream } from '../../exports/write-csv.ts'
import type { ZipPart } from '../../exports/write-zip.ts'

/** Files of the ZIP as they were written: the manifest tells of each. */
export type Written = { files: HandoverFile[] }

/**
 * A file of the ZIP, measured while it is written: bytes, SHA-256, and what `told` knows once the last piece has passed.
 */
export function measuredPart(
  written: Written,
  name: string,
  pieces: ZipPart['pieces'],
  told: () => Pick<HandoverFile, 'rows' | 'sums'> = () => ({}),
): ZipPart {
  const measured = async function* () {
    const hash = createHash('sha256')
    let bytes = 0
    for await (const piece of pieces) {
      const content = Buffer.from(piece)
      hash.update(content)
      bytes += content.length
      yield content
    }
    written.files.push({ name, bytes, sha256: hash.digest('hex'), ...told() })
  }
  return { name, pieces: measured() }
}

/** A table as CSV: the rows are counted and their amounts added up while they pass. `see` gets each row. */
export function tablePart(
  written: Written,
  table: HandoverTable,
  rows: AsyncIterable<HandoverRow>,
  see: (row: HandoverRow) => void = () => {},
): ZipPart {
  const sums = Object.fromEntries(
    table.columns.flatMap(({ kind, header }) => (kind === 'amount' ? [[header, 0]] : [])),
  )
  let count = 0
  const cells = async function* () {
    for await (const row of rows) {
      count += 1
      for (const { kind, header, field } of table.columns)
        if (kind === 'amount') sums[header] = (sums[header] ?? 0) + Number(row[field] ?? 0)
      see(row)
      yield table.columns.map((column) => cellOf(column, row[column.field] ?? null))
    }
  }
  const columns = table.columns.map(({ header, kind }): ExportColumn => ({ header, kind: writtenAs[kind] }))
  return measuredPart(written, table.file, csvStream(columns, cells()), () => ({ rows: count, sums }))
}

const writtenAs = {
  ...{ text: 'text', choice: 'text', weight: 'text' },
  ...{ amount: 'amount', date: 'date', number: 'number', ref: 'number' },
} as const satisfies Record<HandoverColumn['kind'], ExportColumn['kind']>

function cellOf({ kind, words, header }: HandoverColumn, value: HandoverValue): HandoverValue {
  if (value === null) return null
  if (kind === 'weight') return weightText(Number(value))
  if (kind !== 'choice') return value
  const word = words?.[String(value)]
  if (word === undefined) throw new Error(`no word for ${value} in ${header}`)
  return word
}
