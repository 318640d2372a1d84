import type { JobHandler } from '../../jobs/jobs.ts'
import { notifyCustomer } from '../messages/notify-users.ts'
import { readDocument } from './document-view.ts'
import { documentPage } from './notify-review.ts'
import { scanWithClamd } from './scan-with-clamd.ts'

/**
 * Scans a new document, with no transaction open, and records the result. If the scanner does not answer, the job is
 * retried and the document is not served. An infected file is deleted.
 */
export const scanDocument: JobHandler<'scan-document'> = async (services, { document_id }) => {
  const [document] = await services.asSystem(
    (tx) => tx<{ file_path: string }[]>`
      select file_path from documents where document_id = ${document_id} and scan = 'waiting'`,
  )
  if (!document) return
  const { SCAN_URL } = services.env
  const scan = SCAN_URL
    ? await scanWithClamd(SCAN_URL, (await services.files.read(document.file_path)).content)
    : 'not_scanned'
  await services.asSystem(async (tx) => {
    if (scan !== 'infected')
      return tx`update documents set scan = ${scan} where document_id = ${document_id} and scan = 'waiting'`
    const { count } = await tx`
      update documents set scan = 'infected', state = 'invalid', reason = ${infected}
      where document_id = ${document_id} and scan = 'waiting'`
    if (count === 0) return
    const { customer_id, file_name, ...found } = await readDocument(tx, document_id)
    await services.queue.enqueue(tx, 'delete-file', { file_path: document.file_path })
    await notifyCustomer(services, tx, customer_id, {
      kind: 'document',
      title: 'Documento con un virus',
      body: `«${file_name}»: ${infected}`,
      link: documentPage(found),
    })
  })
}
const infected = 'Nel file c’è un virus. Non è stato conservato: controlla il computer da cui viene.'
