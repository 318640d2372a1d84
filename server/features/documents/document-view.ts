import type { Document } from '@saldo/contract/registry/documents'
import { documentPhase } from '@saldo/domain/registry/document'
import type { PendingQuery, Row } from 'postgres'
import type { Tx } from '../../db/connection.ts'
import { notFound } from '../../http/errors.ts'

/**
 * Documents that match a condition on `d`, newest first. The uploader's name is shown only to those who see that user.
 */
export const selectDocuments = (tx: Tx, condition: PendingQuery<Row[]>): Promise<Document[]> => tx<
  Document[]
>`
  select d.document_id, d.customer_id, d.account_id, d.subject_id, d.type, d.file_name, d.mime, d.size, d.state, d.reason,
    d.scan, u.nominative as uploaded_by, d.checked_at, d.shared_at, d.created_at
  from documents d left join users u on u.user_id = d.uploaded_by
  where ${condition}
  order by d.created_at desc, d.document_id desc`

export type StoredDocument = Pick<
  Document,
  | 'document_id'
  | 'customer_id'
  | 'account_id'
  | 'subject_id'
  | 'type'
  | 'file_name'
  | 'mime'
  | 'state'
  | 'reason'
  | 'scan'
  | 'checked_at'
  | 'shared_at'
> & { file_path: string; uploaded_by: number | null; checked_by: number | null; told_at: string | null }

/** Locks a document, with the path of its file; 404 when it is not visible to the actor. */
export async function lockDocument(tx: Tx, document_id: number): Promise<StoredDocument> {
  return found(
    await tx<StoredDocument[]>`select * from documents where document_id = ${document_id} for no key update`,
  )
}

/** Reads the document without a lock. */
export async function readDocument(tx: Tx, document_id: number): Promise<StoredDocument> {
  return found(await tx<StoredDocument[]>`select * from documents where document_id = ${document_id}`)
}

function found([document]: StoredDocument[]): StoredDocument {
  if (!document) throw notFound('Il documento')
  return document
}

export const phaseOf = (document: Pick<Document, 'state' | 'scan'>) => ({ phase: documentPhase(document) })
