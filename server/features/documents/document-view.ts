import type { Document } from '@saldo/contract/documents'
import { documentPhase } from '@saldo/domain/document'
import type { PendingQuery, Row } from 'postgres'
import type { Tx } from '../../db/connection.ts'
import { notFound } from '../../http/errors.ts'

/** Documents that meet a condition on `d`, the newest first. Who uploaded one is said to those who know that user. */
export const selectDocuments = (tx: Tx, condition: PendingQuery<Row[]>): Promise<Document[]> => tx<
  Document[]
>`
  select d.document_id, d.customer_id, d.account_id, d.subject_id, d.type, d.file_name, d.mime, d.size, d.state, d.reason,
    d.scan, u.nominative as uploaded_by, d.checked_at, d.created_at
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
> & { file_path: string }

/** A document with where its file is, locked for whoever is about to change it; 404 when the actor does not see it. */
export async function lockDocument(tx: Tx, document_id: number): Promise<StoredDocument> {
  return found(
    await tx<StoredDocument[]>`select * from documents where document_id = ${document_id} for no key update`,
  )
}

/** The same, only to be read. */
export async function readDocument(tx: Tx, document_id: number): Promise<StoredDocument> {
  return found(await tx<StoredDocument[]>`select * from documents where document_id = ${document_id}`)
}

function found([document]: StoredDocument[]): StoredDocument {
  if (!document) throw notFound('Il documento')
  return document
}

export const phaseOf = (document: Pick<Document, 'state' | 'scan'>) => ({ phase: documentPhase(document) })
