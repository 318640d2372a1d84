import type { ExportFormat, ReceiptLayout } from '@saldo/domain/accounting/receipt-layout'
import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import type { Tx } from '../../db/connection.ts'
import type { JobHandler } from '../../jobs/jobs.ts'
import type { Services } from '../../services.ts'
import { measured } from '../flows/measured.ts'
import { failFlow, finishFlow, flowToWrite, noteProgress } from '../flows/write-flow.ts'
import { type Period, receiptMovements } from './receipts.sql.ts'
import { receiptsJson } from './receipts-json.ts'
import { type Movements, nothingWritten, receiptsCsv, receiptsXlsx, type Written } from './write-receipts.ts'

export type AskedReceipts = Period & { format: ExportFormat; layout: ReceiptLayout }

/**
 * Writes the file with the rights of whoever asked for it. Its sums are counted from the rows that are written. A retry
 * writes it again from the beginning.
 */
export const writeReceipts: JobHandler<'write-receipts'> = async (services, { flow_id, user_id, asked }) => {
  const flow = await services.asSystem((tx) => flowToWrite(tx, flow_id))
  if (!flow) return
  // Without its user the job would see the whole office.
  if (flow.created_by !== user_id) return fail(services, flow_id, 'Chi ha chiesto il file non c’è più.')
  const { customer_id, impersonation_id } = flow
  const written = nothingWritten()
  const file = await services
    .asCustomer({ customer_id, user_id, impersonation_id }, async (tx) => {
      const heads = asked.format === 'json' || asked.layout.rows === 'line'
      const movements = told(services, flow_id, written, receiptMovements(tx, { ...asked, heads }))
      const file = measured(await contentOf(tx, customer_id, asked, movements, written))
      await services.files.putStream(flow.file_path, file.content)
      return file
    })
    .catch((error: unknown) => {
      // The only refusal of a writer: a sheet that is full.
      if (error instanceof RangeError && asked.format === 'xlsx') return null
      throw error
    })
  if (!file)
    return fail(
      services,
      flow_id,
      'Un foglio XLSX tiene al massimo 1.048.575 righe: scegli un periodo più breve, oppure CSV.',
    )
  await services.asSystem((tx) =>
    finishFlow(tx, flow_id, {
      ...{ count: written.rows, amount: written.gross, note: noteOf(asked, written) },
      ...{ file_bytes: file.bytes(), sha256: file.sha256() },
    }),
  )
}

/** Writing has failed for good, for a reason of ours. */
export const giveUpReceipts: JobHandler<'give-up-receipts'> = (services, { flow_id }) =>
  fail(services, flow_id, 'Qualcosa non ha funzionato da parte nostra. Prepara di nuovo il file.')

const fail = (services: Services, flow_id: number, why: string) =>
  services.asSystem((tx) => failFlow(tx, flow_id, why))

async function contentOf(
  tx: Tx,
  customer_id: number,
  { format, layout, from, to, account_id }: AskedReceipts,
  movements: Movements,
  written: Written,
) {
  if (format === 'json') {
    const [head] = await tx`
      select c.business_name, c.fiscal_code, a.name, a.fiscal_code as account_code
      from customers c left join accounts a on a.customer_id = c.customer_id and a.account_id = ${account_id ?? null}
      where c.customer_id = ${customer_id}`
    const account = account_id ? { id: account_id, name: head?.name, fiscal_code: head?.account_code } : null
    return receiptsJson(
      movements,
      {
        made_at: new Date().toISOString(),
        office: { name: head?.business_name, fiscal_code: head?.fiscal_code },
        ...{ period: { from, to }, account },
      },
      written,
    )
  }
  return (format === 'xlsx' ? receiptsXlsx : receiptsCsv)(movements, layout, written)
}

/** The movements as they come; from time to time the list of flows is told how many rows are written. */
async function* told(services: Services, flow_id: number, written: Written, movements: Movements): Movements {
  let last = Date.now()
  for await (const batch of movements) {
    yield batch
    if (Date.now() - last < tellEveryMs) continue
    last = Date.now()
    await services.asSystem((tx) => noteProgress(tx, flow_id, written.rows))
  }
}
const tellEveryMs = 1_000

/** What a person should know about the file: its period and sums, and what it could not say. */
function noteOf({ from, to }: AskedReceipts, { gross, fee, corrected, replaced }: Written): string {
  const sums = [
    `Incassi netti ${formatEuro(gross - corrected)}`,
    ...(corrected === 0 ? [] : [`rettifiche ${formatEuro(corrected)}`]),
    `commissioni ${formatEuro(fee)}`,
  ]
  const lost =
    replaced === 0
      ? ''
      : replaced === 1
        ? ' Windows-1252 non ha 1 carattere del testo: al suo posto c’è la lettera senza segni, oppure «?».'
        : ` Windows-1252 non ha ${replaced.toLocaleString('it-IT')} caratteri del testo: al loro posto c’è la lettera senza segni, oppure «?».`
  return `Dal ${formatDate(from)} al ${formatDate(to)}: ${sums.join(', ')}.${lost}`
}
