import type { Readable } from 'node:stream'
import * as contract from '@saldo/contract/backoffice/files'
import { whyNotSafe } from '@saldo/domain/files/file-kind'
import type { FastifyRequest } from 'fastify'
import type { As } from '../../../http/actor.ts'
import { conflict } from '../../../http/errors.ts'
import { handOut } from '../../../http/hand-out.ts'
import { asFile, serveAcross } from '../../../http/serve.ts'
import type { Services } from '../../../services.ts'
import { lockPresentFile } from '../file-view.ts'
import { mostBytes, previewOf } from './preview-of.ts'
import { sniffContent } from './sniff-content.ts'

type Asked = { services: Services; as: As; request: FastifyRequest; file_id: number }

/** Rows of a sheet and text as they are; of pages and pictures only the type: `fileContent` gives them. */
export const previewFile = serveAcross(
  contract.previewFile,
  async ({ services, as, request, params, query }) => {
    const bytes = await wholeFile({ services, as, request, file_id: params.id })
    return bytes === null
      ? { shows: 'nothing' as const, why: 'Il file supera 50 MB: scaricalo per vederlo.' }
      : previewOf(bytes, query.sheet)
  },
)

/**
 * The bytes of a PDF or a picture, under the type that its content has, and with a policy by which a browser runs nothing in
 * it, wherever it would open it.
 */
export const fileContent = serveAcross(
  contract.fileContent,
  async ({ services, as, request, reply, params }) => {
    const bytes = await wholeFile({ services, as, request, file_id: params.id })
    const content = bytes && sniffContent(bytes)
    if (!bytes || (content?.is !== 'pdf' && content?.is !== 'picture'))
      throw conflict('no_preview', 'Di questo file non c’è l’anteprima.')
    reply.raw.setHeader('content-security-policy', "default-src 'none'; sandbox")
    reply.header('cache-control', 'no-store')
    const [mime, ending] =
      content.is === 'pdf' ? ['application/pdf', 'pdf'] : [content.mime, content.mime.slice('image/'.length)]
    return asFile(bytes, `anteprima.${ending}`, mime as string, false, bytes.length)
  },
)

/** A file that the virus scanner allows, whole; null: it is too large to be shown. */
async function wholeFile({ services, as, request, file_id }: Asked): Promise<Buffer | null> {
  const { content, bytes } = await as(async (tx) => {
    const file = await lockPresentFile(tx, file_id)
    const why = whyNotSafe(file.scan, services.env.SCAN_URL !== undefined)
    if (why) throw conflict(`scan_${file.scan}`, why)
    return handOut({ services, tx, request }, file.path, 'preview')
  })
  if (bytes <= mostBytes) return collected(content)
  content.destroy()
  return null
}

async function collected(content: Readable): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of content) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}
