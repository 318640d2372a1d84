import type { StoredFile } from '@saldo/contract/backoffice/files'
import type { Tx } from '../../db/connection.ts'
import type { Fragment } from '../../db/fragments.ts'
import { conflict, notFound } from '../../http/errors.ts'
import { whyGone } from '../../http/hand-out.ts'

/** The last day of a file `f`: its own, or that of the rule `r` of its kind; null: it is kept for ever. */
export const lastDay = (tx: Tx): Fragment =>
  tx`coalesce(f.keep_until, (f.stored_at at time zone 'Europe/Rome')::date + r.keep_days)`

export const fileColumns = (tx: Tx): Fragment => tx`
  f.file_id, f.customer_id, c.business_name as customer_name, f.kind, f.name, f.mime, f.bytes, f.scan, f.stored_at,
  u.nominative as stored_by_name, f.record_id, d.account_id, d.subject_id, i.kind as import_kind, f.tags, ${lastDay(tx)} as keep_until,
  f.hold_reason is not null as on_hold, f.missing_since, f.removed_at, f.removed_how,
  (select count(*)::int from file_downloads x where x.file_id = f.file_id) as downloads,
  (select max(x.at) from file_downloads x where x.file_id = f.file_id) as last_download_at`

export const fileTables = (tx: Tx): Fragment => tx`
  stored_files f join customers c on c.customer_id = f.customer_id
  left join users u on u.user_id = f.stored_by
  left join documents d on f.record_table = 'documents' and d.document_id = f.record_id
  left join imports i on f.record_table = 'imports' and i.import_id = f.record_id
  left join file_rules r on r.kind = f.kind`

/** A row of `stored_files` as it is. */
export type FileRow = Pick<
  StoredFile,
  | 'file_id'
  | 'customer_id'
  | 'kind'
  | 'name'
  | 'mime'
  | 'bytes'
  | 'scan'
  | 'record_id'
  | 'tags'
  | 'keep_until'
  | 'removed_at'
  | 'removed_how'
> & {
  record_table: string
  path: string
  hold_reason: string | null
  remover: string | null
  removed_reason: string | null
}

/** @throws ApiError 404 */
export async function readFileRow(tx: Tx, file_id: number): Promise<FileRow> {
  return found(await tx<FileRow[]>`select * from stored_files where file_id = ${file_id}`)
}

/** Locks the file. @throws ApiError 404; 409 `file_deleted`, with who deleted it and why */
export async function lockPresentFile(tx: Tx, file_id: number): Promise<FileRow> {
  const row = found(await tx<FileRow[]>`select * from stored_files where file_id = ${file_id} for update`)
  if (row.removed_at !== null) throw conflict('file_deleted', whyGone(row))
  return row
}

function found([row]: FileRow[]): FileRow {
  if (!row) throw notFound('Il file')
  return row
}
