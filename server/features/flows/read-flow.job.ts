import { Readable } from 'node:stream'
import { BankFileRefused } from '../../bank-files/bank-file.ts'
import { readBankFile } from '../../bank-files/read-bank-file.ts'
import type { Tx } from '../../db/connection.ts'
import { emit } from '../../events.ts'
import { UnreadableFile } from '../../files/sealed-file.ts'
import type { JobHandler } from '../../jobs/jobs.ts'
import type { Services } from '../../services.ts'
import type { ReceivedFlow } from './feature.ts'
import { notifyRefusal } from './notify-refusal.ts'

export type StoredFlow = ReceivedFlow & { file_path: string }

/**
 * Reads a loaded file, and lets the section that knows its kind write what it means: all of it, or nothing. A file that is
 * inconsistent is refused with the sentence and the line; whoever loaded it is told. A retry starts again.
 */
export const readFlowJob: JobHandler<'read-flow'> = async (services, { flow_id }) => {
  const stored = await flowBeingRead(services, flow_id)
  if (!stored) return
  const asOwner = <Result>(work: (tx: Tx) => Promise<Result>) =>
    services.asCustomer({ customer_id: stored.customer_id, user_id: stored.created_by }, work)
  try {
    const content = await contentOf(services, stored)
    const file = await readBankFile(Readable.from([content]), stored.file_name)
    const { file_path: _stored, ...flow } = stored
    await asOwner(async (tx) => {
      // Locked, so that a second run of the job waits and then finds that the file was read.
      const [reading] = await tx`
        update flows set kind = ${file.kind}, format = ${file.format}
        where flow_id = ${flow_id} and state = 'reading' returning flow_id`
      if (!reading) return
      await emit(services, tx, 'flow_read', { flow, file })
      const [read] = await tx`select state from flows where flow_id = ${flow_id}`
      if (read?.state !== 'done') throw new BankFileRefused(unclaimed[file.kind])
    })
  } catch (error) {
    if (!(error instanceof BankFileRefused)) throw error
    const { message, line } = error
    await asOwner(async (tx) => {
      const [refused] = await tx`
        update flows set state = 'refused', refusal = ${message}, refusal_line = ${line}, finished_at = now()
        where flow_id = ${flow_id} and state = 'reading' returning flow_id`
      if (refused) await notifyRefusal(services, tx, stored, { why: message, line })
    })
  }
}

export async function flowBeingRead(services: Services, flow_id: number): Promise<StoredFlow | undefined> {
  const [stored] = await services.asSystem(
    (tx) => tx<StoredFlow[]>`
      select flow_id, customer_id, account_id, file_name, created_by, file_path from flows
      where flow_id = ${flow_id} and state = 'reading'`,
  )
  return stored
}

/** A file of at most 50 MB, whole. */
async function contentOf(services: Services, { file_path, flow_id }: StoredFlow): Promise<Buffer> {
  try {
    const { content } = await services.files.read(file_path)
    const chunks: Buffer[] = []
    for await (const chunk of content) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    services.log.error({ flow_id, why: error.code }, 'the file of a flow cannot be read')
    throw new BankFileRefused('Il file conservato non si può aprire: caricalo di nuovo.')
  }
}

/** Why a file that was read completely is refused: no section takes its kind. */
const unclaimed = {
  statement: 'È un estratto conto, ma qui gli estratti conto non si caricano ancora.',
  debit_order: 'È un elenco di addebiti presentati, ma qui non si carica ancora.',
  debit_outcome: 'Sono esiti di addebiti, ma qui non si caricano ancora.',
  notice_outcome: 'Sono esiti di avvisi MAV o RiBa, ma qui non si caricano ancora.',
} as const
