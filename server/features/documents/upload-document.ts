import { createHash, randomUUID } from 'node:crypto'
import type * as contract from '@saldo/contract/registry/documents'
import {
  type DocumentOwner,
  isLetterheadType,
  mostDocumentBytes,
  mostLetterheadBytes,
} from '@saldo/domain/registry/document'
import type { FastifyRequest } from 'fastify'
import type { Tx } from '../../db/connection.ts'
import { ApiError, conflict } from '../../http/errors.ts'
import { formFile } from '../../http/forms.ts'
import { serveAcross } from '../../http/serve.ts'
import { whyNotPicture } from '../../pdf/picture.ts'
import { documentFileName } from './document-file-name.ts'
import { selectDocuments } from './document-view.ts'
import { findOwner, isOf, type Owner } from './find-owner.ts'
import type { SameAct } from './same-act.ts'
import { sniffDocument } from './sniff-document.ts'

const mostDocuments = 500

/** Stores a document: checks its content first, then writes it under a name that nobody can guess; a job scans it. */
export const uploadDocument = (door: SameAct<typeof contract.uploadCustomerDocument>, owner: DocumentOwner) =>
  serveAcross(door, async ({ services, as, params, request }) => {
    await as(async (tx) => requireRoom(tx, await findOwner(tx, owner, params.id)))
    const { bytes, name } = await receiveDocument(request)
    const sniffed = sniffDocument(bytes)
    if ('refused' in sniffed)
      throw new ApiError(415, 'unsupported_media_type', sniffed.refused, {
        fields: { file: sniffed.refused },
      })
    if (owner === 'customer' && isLetterheadType(params.type)) requirePicture(bytes)
    const file_path = `documents/${randomUUID()}`
    await services.files.put(file_path, bytes)
    const kept = as(async (tx, actor) => {
      const of = await findOwner(tx, owner, params.id)
      const scan = services.env.SCAN_URL ? 'waiting' : 'not_scanned'
      const [row] = await tx`
        insert into documents ${tx({
          ...of,
          type: params.type,
          file_name: documentFileName(name, sniffed.mime),
          mime: sniffed.mime,
          size: bytes.length,
          sha256: createHash('sha256').update(bytes).digest(),
          file_path,
          scan,
          uploaded_by: actor.user_id,
        })} returning document_id`
      const document_id = row?.document_id as number
      if (scan === 'waiting') await services.queue.enqueue(tx, 'scan-document', { document_id })
      const [document] = await selectDocuments(tx, tx`d.document_id = ${document_id}`)
      return document as contract.Document
    })
    return kept.catch(async (error) => {
      // A refused file is not stored: it may be somebody's identity card.
      await services.files.delete(file_path)
      throw error
    })
  })

/** Prints show it, so it must be a picture that can be drawn. */
function requirePicture(bytes: Buffer): void {
  const big = bytes.length > mostLetterheadBytes ? 'Il logo e la firma possono pesare al massimo 1 MB.' : null
  if (big) throw new ApiError(413, 'too_large', big, { fields: { file: big } })
  const why = whyNotPicture(bytes)
  if (why) throw new ApiError(415, 'unsupported_media_type', why, { fields: { file: why } })
}

async function requireRoom(tx: Tx, owner: Owner): Promise<void> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from documents d where ${isOf(tx, owner)}`
  if ((row?.count ?? 0) >= mostDocuments)
    throw conflict(
      'too_many',
      `Ci sono già ${mostDocuments} documenti: elimina prima quelli che non servono.`,
    )
}

/** Reads the form's only file completely (at most 20 MB), so that it can be checked before anything is stored. */
export async function receiveDocument(request: FastifyRequest): Promise<{ bytes: Buffer; name: string }> {
  const upload = await formFile(request, mostDocumentBytes)
  if (!upload) throw noFile('Manca il file: scegline uno.')
  const chunks: Buffer[] = []
  for await (const chunk of upload.file) chunks.push(chunk as Buffer)
  if (upload.file.truncated) {
    const big = 'Il file supera 20 MB: riducilo o dividilo.'
    throw new ApiError(413, 'too_large', big, { fields: { file: big } })
  }
  const bytes = Buffer.concat(chunks)
  if (bytes.length === 0) throw noFile('Il file è vuoto.')
  return { bytes, name: upload.filename ?? '' }
}

const noFile = (why: string) => new ApiError(422, 'no_file', why, { fields: { file: why } })
