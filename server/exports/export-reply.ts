import type { PassThrough } from 'node:stream'
import { today } from '@saldo/domain/dates'
import { type ProviderAccountName, providerAccountLabels } from '@saldo/domain/payments/provider-account'
import type { Row } from 'postgres'
import type { Listing } from '../db/listing.ts'
import type { As } from '../http/actor.ts'
import { asFile } from '../http/serve.ts'
import type { Services } from '../services.ts'
import type { ExportColumn } from './columns.ts'
import { openBatches } from './open-batches.ts'
import { csvStream } from './write-csv.ts'
import { xlsxStream } from './write-xlsx.ts'

/** A column that can be exported. Its value is the row's field of the same name, unless `value` computes it. */
export type ListColumn = ExportColumn & { value?: (row: Row) => unknown }
/** The platform's account at the provider, as the office calls it. */
export const providerAccountColumn: ListColumn = {
  header: 'Conto provider',
  kind: 'text',
  value: ({ provider_account }) =>
    provider_account ? providerAccountLabels[provider_account as ProviderAccountName] : null,
}
type ExportQuery = { sort?: string | undefined; format: 'csv' | 'xlsx'; columns?: string[] | undefined }

/**
 * Streams the filtered list as a file while the database still reads it, with the query's filters, order and columns
 * (all columns unless it names some). `name` is the file's name without day and extension. The transaction ends with
 * the download, however it ends; a client that reads nothing for a minute is disconnected.
 */
export async function exportReply<F extends object, Found>(of: {
  as: As
  services: Services
  listing: Listing<F, Found>
  query: F & ExportQuery
  columns: Record<string, ListColumn>
  name: string
}) {
  const { query, columns } = of
  const names = query.columns ?? Object.keys(columns)
  const chosen = names.map((name) => ({ name, ...(columns[name] as ListColumn) }))
  const batches = await openBatches(of)
  const write = query.format === 'xlsx' ? xlsxStream : csvStream
  const file = write(chosen, valuesOf(batches, chosen))
  file.once('close', () => batches.destroy())
  return asFile(file, `${of.name}-${today()}.${query.format}`, exportMimes[query.format])
}

/** The media types of exported files, by format. */
export const exportMimes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

async function* valuesOf(batches: PassThrough, columns: (ListColumn & { name: string })[]) {
  for await (const batch of batches as AsyncIterable<Row[]>)
    for (const row of batch) yield columns.map(({ name, value }) => (value ? value(row) : row[name]))
}
