import * as contract from '@saldo/contract/backoffice/files'
import { UnreadableFile } from '../../files/sealed-file.ts'
import { conflict } from '../../http/errors.ts'
import { serveAcross } from '../../http/serve.ts'
import { noteScan } from '../documents/note-scan.ts'
import { scanWithClamd } from '../documents/scan-with-clamd.ts'
import { fileDetail } from './file-detail.ts'
import { lockPresentFile } from './file-view.ts'

/**
 * Scans a file now, whatever its kind. A new document waits for its own job. A document gets the result as from that job: it can be
 * reviewed when it is clean, and goes when it is infected. Another infected file stays until a person deletes it; it is shown to
 * nobody, and given to the back office alone, for a written reason.
 */
export const scanFile = serveAcross(contract.scanFile, async ({ services, as, params }) => {
  const { SCAN_URL } = services.env
  if (!SCAN_URL) throw conflict('no_scanner', 'Qui non c’è un antivirus: chi installa Saldo lo imposta.')
  const { path } = await as(async (tx) => {
    const file = await lockPresentFile(tx, params.id)
    if (file.kind === 'document' && file.scan === 'waiting')
      throw conflict('scan_waiting', 'Il controllo di questo documento è già in coda.')
    return file
  })
  const { content } = await services.files.read(path).catch((error: unknown) => {
    if (!(error instanceof UnreadableFile)) throw error
    throw conflict('file_unreadable', 'Il file non si può aprire: manca, o è stato alterato.')
  })
  const scan = await scanWithClamd(SCAN_URL, content).catch((error: unknown) => {
    services.log.warn({ err: error, file_id: params.id }, 'the virus scanner does not answer')
    throw conflict('no_answer', 'L’antivirus non risponde: riprova fra poco.')
  })
  return as(async (tx) => {
    const file = await lockPresentFile(tx, params.id)
    if (file.kind === 'document')
      await noteScan(services, tx, file.record_id, { before: file.scan as 'clean' | 'not_scanned', scan })
    else await tx`update stored_files set scan = ${scan} where file_id = ${params.id}`
    return fileDetail(services, tx, params.id)
  })
})
