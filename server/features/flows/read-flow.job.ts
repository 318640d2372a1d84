import { type Section, sectionNames } from '@saldo/domain/section'
import { type BankFile, BankFileRefused } from '../../bank-files/bank-file.ts'
import { readBankFile } from '../../bank-files/read-bank-file.ts'
import type { Tx } from '../../db/connection.ts'
import { emit } from '../../events.ts'
import { UnreadableFile } from '../../files/sealed-file.ts'
import type { JobHandler } from '../../jobs/jobs.ts'
import type { Services } from '../../services.ts'
import type { ReceivedFlow } from './feature.ts'
import { notifyRefusal } from './notify-refusal.ts'

export type StoredFlow = ReceivedFlow & { file_path: string; impersonation_id: number | null }

/**
 * Reads a loaded file, and lets the section that knows its kind write what it means: all of it, or nothing. A file that is
 * inconsistent is refused with the sentence and the line; whoever loaded it is told. A retry starts again.
 */
export const readFlowJob: JobHandler<'read-flow'> = async (services, { flow_id }) => {
  const stored = await flowBeingRead(services, flow_id)
  if (!stored) return
  const { customer_id, created_by: user_id, impersonation_id } = stored
  const asOwner = <Result>(work: (tx: Tx) => Promise<Result>) =>
    services.asCustomer({ customer_id, user_id, impersonation_id }, work)
  try {
    const file = await readStored(services, stored)
    const { file_path: _stored, impersonation_id: _kept, ...flow } = stored
    await asOwner(async (tx) => {
      // Locked, so that a second run of the job waits and then finds that the file was read.
      const [reading] = await tx`
        update flows set kind = ${file.kind}, format = ${file.format}
        where flow_id = ${flow_id} and state = 'reading' returning flow_id`
      if (!reading) return
      await requirePermission(tx, file.kind)
      await emit(services, tx, 'flow_read', { flow, file })
      const [read] = await tx`select state from flows where flow_id = ${flow_id}`
      if (read?.state !== 'done') throw new BankFileRefused(unclaimed(file.kind))
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
      select flow_id, customer_id, account_id, file_name, created_by, file_path, impersonation_id from flows
      where flow_id = ${flow_id} and state = 'reading'`,
  )
  return stored
}

/** Reads the stored file; one that cannot be opened any more is refused as well. */
async function readStored(services: Services, { file_path, file_name, flow_id }: StoredFlow) {
  try {
    const { content } = await services.files.read(file_path)
    return await readBankFile(content, file_name)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    services.log.error({ flow_id, why: error.code }, 'the file of a flow cannot be read')
    throw new BankFileRefused('Il file conservato non si può aprire: caricalo di nuovo.')
  }
}

/** The section whose records a file of each kind writes. */
const sectionOf = {
  statement: 'payments',
  debit_order: 'debits',
  debit_outcome: 'debits',
  transfer_outcome: 'payments',
  notice_outcome: 'payments',
} as const satisfies Record<BankFile['kind'], Section>

/** Whoever may load files may still lack the permission for what this one writes: its content decides, not the upload. */
async function requirePermission(tx: Tx, kind: BankFile['kind']): Promise<void> {
  const section = sectionOf[kind]
  const [actor] = await tx`select is_subuser() and not actor_may(${[`${section}:write`]}) as lacks`
  if (actor?.lacks)
    throw new BankFileRefused(
      `${whatItIs[kind]}: per caricarlo ti serve il permesso di scrivere in «${sectionNames[section]}». Chiedilo a chi gestisce lo studio, o fallo caricare a un collega.`,
    )
}

const whatItIs: Record<BankFile['kind'], string> = {
  statement: 'È un estratto conto',
  debit_order: 'È un elenco di addebiti presentati',
  debit_outcome: 'Sono esiti di addebiti',
  transfer_outcome: 'Sono esiti di bonifici',
  notice_outcome: 'Sono esiti di avvisi MAV o RiBa',
}

/** Why a file that was read completely is refused: no section takes its kind. */
const unclaimed = (kind: BankFile['kind']) => `${whatItIs[kind]}, ma qui questi file non si caricano ancora.`
