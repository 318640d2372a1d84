import { today } from '@saldo/domain/dates'
import type { Tx } from '../../db/connection.ts'
import { type ZipPart, zipStream } from '../../exports/write-zip.ts'
import type { JobHandler } from '../../jobs/jobs.ts'
import type { Services } from '../../services.ts'
import { notifyUser } from '../messages/notify-users.ts'
import { receiptParts } from '../payments/receipt/receipt-parts.ts'
import { htmlPage } from './html-page.ts'
import { receiptIds, receiptPdfOf } from './own-receipts.ts'
import { jsonPieces, type OwnRow, type OwnTable } from './own-table.ts'
import { ownTables, whoseOf } from './own-tables.sql.ts'

type Asked = { data_export_id: number; user_id: number; stored_as: string }

/**
 * Writes the ZIP as a stream, in one transaction that sees one moment, as the resident: row-level security leaves out whatever
 * is of others. Only what no resident reads (sessions, mails, consents) is read as the system, by their own ids. A retry
 * writes the same file again.
 */
export const writeDataExport: JobHandler<'write-data-export'> = async (services, { data_export_id }) => {
  const [asked] = await services.asSystem(
    (tx) => tx<Asked[]>`
      select data_export_id, user_id, stored_as from data_exports
      where data_export_id = ${data_export_id} and state = 'writing'`,
  )
  if (!asked) return
  try {
    const file_bytes = await services.asResident(asked.user_id, (tx) => writeZip(services, tx, asked), {
      one_moment: true,
    })
    await finish(services, asked, file_bytes)
  } catch (error) {
    await services.files.delete(asked.stored_as)
    throw error
  }
}

/** @returns the length of the ZIP in bytes */
async function writeZip(services: Services, tx: Tx, asked: Asked): Promise<number> {
  let file_bytes = 0
  const measured = async function* () {
    for await (const piece of zipStream(partsOf(services, tx, asked))) {
      file_bytes += piece.length
      yield piece
    }
  }
  await services.files.putStream(asked.stored_as, measured())
  return file_bytes
}

/** The tables as JSON, the page that shows them, and the receipts. Rows pass batch by batch; one PDF is in memory. */
async function* partsOf(services: Services, tx: Tx, asked: Asked): AsyncGenerator<ZipPart> {
  const whose = await whoseOf(tx, asked.user_id)
  const payment_ids = await receiptIds(tx)
  const step = progressOf(services, asked.data_export_id, ownTables.length + payment_ids.length)
  const rowsOf = (table: OwnTable) => rowsAs(services, tx, table, whose)
  await step(0)
  yield { name: 'index.html', pieces: htmlPage(ownTables, rowsOf, { day: today(), name: whose.nominative }) }
  for (const table of ownTables) {
    yield { name: `dati/${table.name}.json`, pieces: jsonPieces(rowsOf(table)) }
    await step(1)
  }
  for (const payment_id of payment_ids) {
    const parts = await services.asSystem((system) => receiptParts(system, payment_id))
    const receipt = await receiptPdfOf(services, tx, payment_id, parts)
    if (receipt) yield { name: `ricevute/${receipt.name}.pdf`, pieces: [receipt.pdf] }
    await step(1)
  }
}

async function* rowsAs(
  services: Services,
  tx: Tx,
  table: OwnTable,
  whose: Parameters<OwnTable['rows']>[1],
): AsyncGenerator<OwnRow> {
  if (!table.as_system) {
    for await (const batch of table.rows(tx, whose).cursor(200)) yield* batch as OwnRow[]
    return
  }
  yield* await services.asSystem(async (system) => [...(await table.rows(system, whose))] as OwnRow[])
}

/** Tells how far the ZIP is, at most twice a second. */
function progressOf(services: Services, data_export_id: number, total: number) {
  let done = 0
  let told = Number.NEGATIVE_INFINITY
  return async (steps: number) => {
    done += steps
    if (performance.now() - told < 500) return
    told = performance.now()
    await services.asSystem(
      (tx) =>
        tx`update data_exports set done = ${done}, total = ${total} where data_export_id = ${data_export_id}`,
    )
  }
}

const finish = (services: Services, { data_export_id, user_id }: Asked, file_bytes: number) =>
  services.asSystem(async (tx) => {
    const [row] = await tx`
      update data_exports set state = 'done', finished_at = now(), expires_at = now() + interval '72 hours',
        file_bytes = ${file_bytes}, done = coalesce(total, done)
      where data_export_id = ${data_export_id} and state = 'writing' returning data_export_id`
    if (!row) throw new Error('the data export was given up meanwhile')
    await notifyUser(services, tx, user_id, {
      kind: 'user',
      title: 'I tuoi dati sono pronti',
      body: 'Li scarichi da «I tuoi dati e la sicurezza» entro 72 ore, poi li eliminiamo.',
      link: '/sicurezza',
      dedupe_key: `data_export:${data_export_id}`,
    })
  })
