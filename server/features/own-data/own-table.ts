import { formatDate, formatDateTime } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import type { PendingQuery, Row } from 'postgres'
import type { Tx } from '../../db/connection.ts'

export type OwnRow = Record<string, unknown>

/** Whose data these are: the user, the people who they are in registries, and their addresses in lower case. */
export type Whose = {
  user_id: number
  nominative: string
  customer_ids: number[]
  subject_ids: number[]
  addresses: string[]
}

/** How a value is shown: `amount` is in cents; an object has a word for each value. */
export type Kind = 'text' | 'amount' | 'day' | 'instant' | 'yes_no' | Readonly<Record<string, string>>

/** A table of the ZIP: a JSON file with the fields as they are stored, and a part of the page with the columns in words. */
export type OwnTable = {
  /** The name of its file. */
  name: string
  title: string
  /** What it is, if the title does not say it. */
  says?: string
  columns: readonly [field: string, header: string, kind?: Kind][]
  rows: (tx: Tx, whose: Whose) => PendingQuery<Row[]>
  /** No resident reads this table: the rows are found by their own ids. */
  as_system?: true
}

/** A value as people read it; empty when there is none. */
export function shown(value: unknown, kind: Kind = 'text'): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof kind === 'object') return kind[String(value)] ?? String(value)
  if (kind === 'amount') return formatEuro(Number(value))
  if (kind === 'day') return formatDate(String(value))
  if (kind === 'instant') return formatDateTime(String(value))
  if (kind === 'yes_no') return value === true ? 'sì' : 'no'
  return String(value)
}

/** Rows as a JSON array, a line each. */
export async function* jsonPieces(rows: AsyncIterable<OwnRow>): AsyncGenerator<string> {
  let first = true
  yield '['
  for await (const row of rows) {
    yield `${first ? '' : ','}\n${JSON.stringify(row)}`
    first = false
  }
  yield '\n]\n'
}
