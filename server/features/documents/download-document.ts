import type * as contract from '@saldo/contract/registry/documents'
import { documentCan } from '@saldo/domain/registry/document'
import { UnreadableFile } from '../../files/sealed-file.ts'
import { conflict, notFound } from '../../http/errors.ts'
import { asFile, serveAcross } from '../../http/serve.ts'
import { phaseOf, readDocument } from './document-view.ts'
import type { SameAct } from './same-act.ts'

/** Downloads the file, as an attachment that is never shown in our origin, and only after the virus scan. */
export const downloadDocument = (door: SameAct<typeof contract.downloadCustomerDocument>) =>
  serveAcross(door, async ({ services, as, params }) => {
    const document = await as((tx) => readDocument(tx, params.document_id))
    const why = documentCan.why('download', phaseOf(document))
    if (why) throw conflict(`scan_${document.scan}`, why)
    const { content, bytes } = await services.files.read(document.file_path).catch((error: unknown) => {
      if (!(error instanceof UnreadableFile)) throw error
      services.log.error(
        { document_id: document.document_id, why: error.code },
        'the file of a document cannot be read',
      )
      throw error.code === 'missing' ? notFound('Il file') : unreadable()
    })
    return asFile(content, document.file_name, document.mime, false, bytes)
  })

const unreadable = () =>
  conflict(
    'file_unreadable',
    'Il file non si può aprire: è stato alterato, o la sua chiave non è più fra quelle di Saldo. Scrivi all’assistenza.',
  )
