import * as contract from '@saldo/contract/settings/email-templates'
import type { FastifyRequest } from 'fastify'
import { ApiError, badInput } from '../../http/errors.ts'
import { formParts } from '../../http/forms.ts'
import { serveAcross } from '../../http/serve.ts'
import { findEntry, lockDesign, noProject, templateDetail } from './find-template.ts'
import { requireUsable, writeDesign } from './keep-design.ts'

const mostBytes = 300_000

/** The design as HTML, kept byte by byte as it was uploaded; what is unsafe in it is left out of each mail. */
export const uploadTemplate = serveAcross(contract.uploadEmailTemplate, async ({ services, as, request }) => {
  const { id, source, revision } = await receiveTemplate(request)
  const entry = findEntry(id)
  return as(async (tx, actor) => {
    const { revision: _revision, ...design } = await lockDesign(services, tx, entry, revision)
    // The text part of before belongs to other words.
    const uploaded = { ...design, kind: 'html' as const, source, plain: null, ...noProject }
    await requireUsable(services, uploaded, entry)
    await writeDesign(tx, entry, actor.user_id, uploaded)
    return templateDetail(services, tx, entry)
  })
})

type Received = { id: number; source: string; revision: number | undefined }

/** The fields of the form, in any order; `template` may be a file. Without a revision it replaces whatever is there. */
async function receiveTemplate(request: FastifyRequest): Promise<Received> {
  const parts = await formParts(request, mostBytes, tooLarge)
  const id = parts.get('id')?.toString() ?? ''
  const bytes = parts.get('template')
  const revision = parts.get('revision')?.toString()
  if (!/^\d{1,9}$/.test(id)) throw missing('id', 'Manca il modello: scegline uno.')
  if (!bytes?.length) throw missing('template', 'Manca il file: scegline uno.')
  if (revision !== undefined && !/^\d{1,9}$/.test(revision))
    throw badInput({ revision: 'La bozza che hai visto si indica con il suo numero.' })
  return {
    id: Number(id),
    source: asText(bytes),
    revision: revision === undefined ? undefined : Number(revision),
  }
}

/** All of it: a byte order mark, too, is kept (`ignoreBOM` says not to take it away). */
function asText(bytes: Buffer): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    if (!text.includes('\0')) return text
  } catch {}
  throw new ApiError(415, 'unsupported_media_type', noText, { fields: { template: noText } })
}

const noText = 'Il file non è un testo in UTF-8: salvalo così e riprova.'
const tooLarge = () =>
  new ApiError(413, 'too_large', 'Il modello supera 300 kB.', {
    fields: { template: 'Il modello supera 300 kB.' },
  })
const missing = (field: string, why: string) =>
  new ApiError(422, 'no_template', why, { fields: { [field]: why } })
