import * as contract from '@saldo/contract/backoffice/files'
import { fileKindNames } from '@saldo/domain/files/file-kind'
import type { Tx } from '../../db/connection.ts'
import { recordAudit } from '../../db/record-audit.ts'
import { conflict } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { actorName } from '../../timeline/actor-name.ts'
import { notifyCustomer } from '../messages/notify-users.ts'
import { fileDetail, whyKept } from './file-detail.ts'
import { type FileRow, lockPresentFile } from './file-view.ts'

/** Deletes the content of a file for a written reason. Its history stays, and whoever asks for it reads who and why. */
export const deleteFileWithReason = serve(
  contract.deleteFileWithReason,
  async ({ services, tx, actor, params, body: { reason } }) => {
    const file = await lockPresentFile(tx, params.id)
    const why = await whyKept(services, tx, file)
    if (why) throw conflict(file.hold_reason === null ? 'file_needed' : 'on_hold', why)
    const remover = await actorName(tx)
    await removeFile(services, tx, file, { how: 'person', user_id: actor.user_id, remover, reason })
    await notifyCustomer(services, tx, file.customer_id, {
      kind: 'document',
      title: 'File eliminato',
      body: `${fileKindNames[file.kind]} «${file.name}»: ${remover} lo ha eliminato. Motivo: ${reason}`,
      link: pageOf(file),
    })
    return fileDetail(services, tx, file.file_id)
  },
)

type Removal =
  | { how: 'person'; user_id: number | null; remover: string; reason: string }
  | { how: 'retention'; user_id: null; remover: null; reason: null }

/** Marks a locked file as removed, and tells the audit log; its content is deleted after the commit. */
export async function removeFile(
  services: Services,
  tx: Tx,
  { file_id, customer_id, name, kind, path }: FileRow,
  { how, user_id, remover, reason }: Removal,
): Promise<void> {
  await tx`
    update stored_files set removed_at = now(), removed_how = ${how}, removed_by = ${user_id}, remover = ${remover},
      removed_reason = ${reason}
    where file_id = ${file_id}`
  await recordAudit(tx, {
    ...{ customer_id, noun: 'files', record_id: file_id, label: name, act: 'removed' },
    before: { kind },
    after: { removed_how: how, ...(reason === null ? {} : { removed_reason: reason }) },
  })
  await services.queue.enqueue(tx, 'delete-file', { file_path: path })
}

/** The page where the office has seen the file. */
function pageOf({ kind, record_id }: FileRow): string {
  if (kind === 'flow_in' || kind === 'flow_out') return '/mav'
  if (kind === 'logo') return '/settings'
  if (kind === 'import') return `/bollette/importa/${record_id}`
  return kind === 'handover_in' || kind === 'handover_out' ? '/condomini' : '/documenti'
}
