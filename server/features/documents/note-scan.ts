import type { Tx } from '../../db/connection.ts'
import type { Services } from '../../services.ts'
import { notifyCustomer } from '../messages/notify-users.ts'
import { readDocument } from './document-view.ts'
import { documentPage } from './notify-review.ts'

type Scanned = {
  /** The result that the document had before; one that has another meanwhile stays as it is. */
  before: 'waiting' | 'clean' | 'not_scanned'
  scan: 'clean' | 'not_scanned' | 'infected'
}

/** Records what the virus scan of a document says. An infected one becomes invalid, its file is deleted, and the office is told. */
export async function noteScan(
  services: Services,
  tx: Tx,
  document_id: number,
  { before, scan }: Scanned,
): Promise<void> {
  if (scan !== 'infected') {
    await tx`update documents set scan = ${scan} where document_id = ${document_id} and scan = ${before}`
    return
  }
  const [found] = await tx<{ file_path: string }[]>`
    update documents set scan = 'infected', state = 'invalid', reason = ${infected}
    where document_id = ${document_id} and scan = ${before} returning file_path`
  if (!found) return
  const { customer_id, file_name, ...document } = await readDocument(tx, document_id)
  await services.queue.enqueue(tx, 'delete-file', { file_path: found.file_path })
  await notifyCustomer(services, tx, customer_id, {
    kind: 'document',
    title: 'Documento con un virus',
    body: `«${file_name}»: ${infected}`,
    link: documentPage(document),
  })
}
const infected = 'Nel file c’è un virus. Non è stato conservato: controlla il computer da cui viene.'
