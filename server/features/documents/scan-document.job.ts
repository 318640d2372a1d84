import type { JobHandler } from '../../jobs/jobs.ts'
import { noteScan } from './note-scan.ts'
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
  await services.asSystem((tx) => noteScan(services, tx, document_id, { before: 'waiting', scan }))
}
