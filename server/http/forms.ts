import type { MultipartFile } from '@fastify/multipart'
import type { Endpoint } from '@saldo/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ApiError, badInput } from './errors.ts'
import { bodyBytes } from './request-limits.ts'

/** The endpoint takes a multipart form with a file. A form without one has a body in the contract, as JSON has. */
export const takesFile = ({ accepts, body }: Endpoint): boolean =>
  accepts === 'multipart' && body instanceof z.ZodUndefined

/**
 * Reads the fields of a multipart form without files into an object. Refuses other bodies (415), forms that cannot be read
 * and fields that are too long (400), and more than a megabyte (413).
 */
export async function formFields(request: FastifyRequest): Promise<Record<string, string>> {
  requireForm(request, 'Invia i campi come modulo multipart.')
  limitBytes(request)
  const fields: Record<string, string> = {}
  try {
    for await (const part of request.parts({ limits: { files: 0, fieldSize: 10_000 } })) {
      if (part.type !== 'field') continue
      if (part.valueTruncated) throw badInput({ [part.fieldname]: 'Testo troppo lungo.' })
      fields[part.fieldname] = String(part.value)
    }
  } catch (error) {
    throw asRefusal(error as Error)
  }
  return fields
}

/**
 * Reads a multipart form in which any part may be sent as a file: the bytes of each part by its name. Refuses other bodies
 * (415), forms that cannot be read (400), and with `too_large` a part of more than `most_bytes`.
 */
export async function formParts(
  request: FastifyRequest,
  most_bytes: number,
  too_large: () => ApiError,
): Promise<Map<string, Buffer>> {
  requireForm(request, 'Invia i dati come modulo multipart.')
  const limits = { fileSize: most_bytes, fieldSize: most_bytes, files: 1, fields: 10 }
  const parts = new Map<string, Buffer>()
  try {
    for await (const part of request.parts({ limits })) {
      const bytes = part.type === 'file' ? await part.toBuffer() : Buffer.from(String(part.value))
      if (part.type === 'file' ? part.file.truncated : part.valueTruncated) throw too_large()
      parts.set(part.fieldname, bytes)
    }
  } catch (error) {
    throw (error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE'
      ? too_large()
      : asRefusal(error as Error)
  }
  return parts
}

/**
 * The first file of a multipart form, as a stream to be read; undefined if it has none. Refuses other bodies (415) and
 * forms that cannot be read (400), also while the file is read: then its stream fails. `most_bytes`: where the file is cut
 * off (`file.truncated`).
 */
export async function formFile(
  request: FastifyRequest,
  most_bytes?: number,
): Promise<MultipartFile | undefined> {
  requireForm(request, 'Invia il file come modulo multipart.')
  const sent = await request
    .file(most_bytes === undefined ? {} : { limits: { fileSize: most_bytes } })
    .catch((error) => {
      throw asRefusal(error)
    })
  if (sent?.file.errored) throw asRefusal(sent.file.errored)
  sent?.file.once('error', asRefusal)
  return sent
}

function requireForm(request: FastifyRequest, otherwise: string): void {
  if (!request.isMultipart()) throw new ApiError(415, 'unsupported_media_type', otherwise)
}

/** The parser limits each field, but not what is left of a field that is too long. */
function limitBytes({ raw }: FastifyRequest): void {
  let bytes = 0
  raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > bodyBytes) raw.emit('error', Object.assign(new Error('form too large'), { statusCode: 413 }))
  })
}

/**
 * The parser's errors about what was sent have no status, and would count as faults of the server. A file where none is
 * wanted counts as too many files, and would be called too large.
 */
function asRefusal(error: Error & { code?: string }): Error {
  if (error instanceof ApiError || ('statusCode' in error && error.code !== 'FST_FILES_LIMIT')) return error
  return Object.assign(error, { statusCode: 400 })
}
