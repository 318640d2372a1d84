import type { FastifyRequest } from 'fastify'
import { ApiError, badInput } from './errors.ts'

/**
 * Reads the fields of a multipart form without files into an object. Refuses other bodies (415) and fields that are too
 * long (400).
 */
export async function formFields(request: FastifyRequest): Promise<Record<string, string>> {
  if (!request.isMultipart())
    throw new ApiError(415, 'unsupported_media_type', 'Invia i campi come modulo multipart.')
  const fields: Record<string, string> = {}
  for await (const part of request.parts({ limits: { files: 0, fieldSize: 10_000 } })) {
    if (part.type !== 'field') continue
    if (part.valueTruncated) throw badInput({ [part.fieldname]: 'Testo troppo lungo.' })
    fields[part.fieldname] = String(part.value)
  }
  return fields
}
