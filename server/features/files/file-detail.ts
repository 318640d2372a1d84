import * as contract from '@saldo/contract/backoffice/files'
import { whyNotSafe } from '@saldo/domain/files/file-kind'
import type { Tx } from '../../db/connection.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { fileColumns, fileTables, readFileRow } from './file-view.ts'

export const getFile = serve(contract.getFile, ({ services, tx, params }) =>
  fileDetail(services, tx, params.id),
)

/** A file with what may be done with it, and to whom it was given lately. @throws ApiError 404 */
export async function fileDetail(
  services: Services,
  tx: Tx,
  file_id: number,
): Promise<contract.StoredFileDetail> {
  const own = await readFileRow(tx, file_id)
  const [row] = await tx<contract.StoredFile[]>`
    select ${fileColumns(tx)} from ${fileTables(tx)} where f.file_id = ${file_id}`
  const last_downloads = await tx<contract.FileDownload[]>`
    select download_id, how, actor, by_super_user, host(address) as address, reason, at from file_downloads
    where file_id = ${file_id} order by at desc, download_id desc limit 50`
  const { hold_reason, remover, removed_reason } = own
  return {
    ...(row as contract.StoredFile),
    own_keep_until: own.keep_until,
    ...{ hold_reason, remover, removed_reason },
    why_kept: own.removed_at === null ? await whyKept(services, tx, own) : null,
    why_not_safe: whyNotSafe(own.scan, services.env.SCAN_URL !== undefined),
    can_scan: services.env.SCAN_URL !== undefined,
    last_downloads,
  }
}

/** Why a file cannot be deleted, as an Italian sentence: a legal hold, or what depends on it; null: it can. */
export async function whyKept(
  services: Services,
  tx: Tx,
  {
    hold_reason,
    kind,
    record_id,
    path,
  }: Pick<Awaited<ReturnType<typeof readFileRow>>, 'hold_reason' | 'kind' | 'record_id' | 'path'>,
): Promise<string | null> {
  if (hold_reason !== null) return `È bloccato: ${hold_reason}`
  const { table, column, why_kept } = services.stored_kinds[kind]
  // Its record may name another file by now, or be gone: then nothing depends on this one.
  const [named] = await tx`select from ${tx(table)} where ${tx(column)} = ${path}`
  return named ? why_kept(tx, record_id) : null
}
