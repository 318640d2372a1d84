import type * as contract from '@saldo/contract/registry/documents'
import { documentCan } from '@saldo/domain/registry/document'
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
    if (!(await services.files.exists(document.file_path))) {
      services.log.error({ document_id: document.document_id }, 'the file of a document is missing')
      throw notFound('Il file')
    }
    return asFile(await services.files.getStream(document.file_path), document.file_name, document.mime)
  })
