import type { StoredFiles } from '../../feature.ts'

/** Nothing else depends on the file of a document. Locks the document, so that its scan waits. */
export const whyDocumentIsKept: StoredFiles['why_kept'] = async (tx, document_id) => {
  await tx`select from documents where document_id = ${document_id} for no key update`
  return null
}
