import type * as contract from '@saldo/contract/registry/documents'
import { documentCan } from '@saldo/domain/registry/document'
import { conflict } from '../../http/errors.ts'
import { handOut } from '../../http/hand-out.ts'
import { asFile, serveAcross } from '../../http/serve.ts'
import { phaseOf, readDocument } from './document-view.ts'
import type { SameAct } from './same-act.ts'

/** Downloads the file, as an attachment that is never shown in our origin, and only after the virus scan. */
export const downloadDocument = (door: SameAct<typeof contract.downloadCustomerDocument>) =>
  serveAcross(door, async ({ services, as, request, params }) => {
    const { document, content, bytes } = await as(async (tx) => {
      const document = await readDocument(tx, params.document_id)
      const why = documentCan.why('download', phaseOf(document))
      if (why) throw conflict(`scan_${document.scan}`, why)
      return { document, ...(await handOut({ services, tx, request }, document.file_path)) }
    })
    return asFile(content, document.file_name, document.mime, false, bytes)
  })
