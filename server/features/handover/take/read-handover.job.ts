import { today } from '@saldo/domain/dates'
import type { Tx } from '../../../db/connection.ts'
import { UnreadableFile } from '../../../files/sealed-file.ts'
import type { JobHandler } from '../../../jobs/jobs.ts'
import type { Services } from '../../../services.ts'
import { notifyUser } from '../../messages/notify-users.ts'
import { checkTables } from './check-tables.ts'
import { HandoverRefused } from './handover-refused.ts'
import { previewOf } from './preview.ts'
import { type LoadedZip, readZip } from './read-zip.ts'

export type StoredZip = {
  handover_id: number
  customer_id: number
  created_by: number | null
  impersonation_id: number | null
  actor: string
  file_name: string
  file_path: string
}

/** Checks a loaded ZIP whole, and says what it would make. One that is inconsistent is refused, and its file deleted. */
export const readHandover: JobHandler<'read-handover'> = async (services, { handover_id }) => {
  const stored = await storedZip(services, handover_id, 'reading')
  if (!stored) return
  const asOwner = ownerOf(services, stored)
  try {
    const zip = await checkedZip(services, stored)
    await asOwner(async (tx) => {
      const { figures, problems, notes } = await previewOf(tx, stored.customer_id, zip)
      await tx`
        update handovers set state = 'to_check', figures = ${tx.json(figures)}, problems = ${tx.json(problems)},
          notes = ${tx.json(notes)}
        where handover_id = ${handover_id} and state = 'reading'`
    })
  } catch (error) {
    if (!(error instanceof HandoverRefused)) throw error
    await asOwner((tx) => refuseZip(services, tx, stored, error))
  }
}

export async function storedZip(services: Services, handover_id: number, state: string) {
  const [stored] = await services.asSystem(
    (tx) => tx<StoredZip[]>`
      select handover_id, customer_id, created_by, impersonation_id, actor, file_name, file_path from handovers
      where handover_id = ${handover_id} and state = ${state} and direction = 'in' and file_path is not null`,
  )
  return stored
}

export const ownerOf =
  (services: Services, { customer_id, created_by, impersonation_id }: StoredZip) =>
  <Result>(work: (tx: Tx) => Promise<Result>) =>
    services.asCustomer({ customer_id, user_id: created_by, impersonation_id }, work)

/** The ZIP, with everything checked that can be checked without the office's data. */
export async function checkedZip(
  services: Services,
  { file_path, handover_id }: StoredZip,
): Promise<LoadedZip> {
  const pieces: Buffer[] = []
  try {
    const { content } = await services.files.read(file_path)
    for await (const piece of content) pieces.push(piece as Buffer)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    services.log.error({ handover_id, why: error.code }, 'a loaded ZIP cannot be read')
    throw new HandoverRefused('Il file conservato non si può aprire: caricalo di nuovo.')
  }
  const zip = await readZip(Buffer.concat(pieces))
  if (zip.manifest.day > today())
    throw new HandoverRefused('Il giorno del passaggio è nel futuro.', 'manifest.json')
  checkTables(zip)
  return zip
}

export async function refuseZip(
  services: Services,
  tx: Tx,
  stored: StoredZip,
  why: HandoverRefused,
): Promise<void> {
  const { handover_id, file_name, file_path, created_by } = stored
  const [refused] = await tx`
    update handovers set state = 'refused', refusal = ${why.message}, refusal_file = ${why.file}, refusal_row = ${why.row},
      file_path = null, finished_at = now()
    where handover_id = ${handover_id} and state in ('reading', 'taking') returning handover_id`
  if (!refused) return
  await services.queue.enqueue(tx, 'delete-file', { file_path })
  const where = [why.file, why.row && `riga ${why.row}`].filter(Boolean).join(', ')
  await notifyUser(services, tx, created_by, {
    kind: 'handover',
    title: 'Passaggio di consegne non caricato',
    body: `«${file_name}»: ${why.message}${where ? ` (${where})` : ''}`,
    link: `/condomini/passaggio/${handover_id}`,
  })
}
