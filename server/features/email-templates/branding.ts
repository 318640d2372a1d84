import { randomUUID } from 'node:crypto'
import * as contract from '@saldo/contract/settings/branding'
import type { FastifyRequest } from 'fastify'
import type { Tx } from '../../db/connection.ts'
import { UnreadableFile } from '../../files/sealed-file.ts'
import type { Actor } from '../../http/actor.ts'
import { ApiError } from '../../http/errors.ts'
import { formFile } from '../../http/forms.ts'
import { recordCustomer } from '../../http/record-customer.ts'
import { serve, serveAcross } from '../../http/serve.ts'
import { type Branding, branding, brandingTables, shownSize } from '../../mail/branding.ts'
import { whyNotPicture } from '../../pdf/picture.ts'
import type { Services } from '../../services.ts'
import { pictureSize } from './picture-size.ts'

export const getBranding = serve(contract.getBranding, async ({ services, tx, actor }) =>
  brandingOf(services, tx, await recordCustomer(tx, actor, undefined)),
)

export const saveBranding = serve(
  contract.saveBranding,
  async ({ services, tx, actor, body: { closing_words } }) => {
    const customer_id = await recordCustomer(tx, actor, undefined)
    const words = closing_words ?? null
    await tx`
    insert into office_branding (customer_id, closing_words) values (${customer_id}, ${words})
    on conflict (customer_id) do update set closing_words = excluded.closing_words`
    return brandingOf(services, tx, customer_id)
  },
)

/** A new logo is a new file: mails that wait to be sent keep theirs. */
export const saveLogo = serveAcross(contract.saveLogo, async ({ services, as, request }) => {
  await as((tx, actor) => recordCustomer(tx, actor, undefined))
  const { bytes, file_name } = await receiveLogo(request)
  const logo_path = `logos/${randomUUID()}`
  await services.files.put(logo_path, bytes)
  return as(async (tx: Tx, actor: Actor) => {
    const customer_id = await recordCustomer(tx, actor, undefined)
    const mime = bytes[0] === 0x89 ? 'image/png' : 'image/jpeg'
    const logo = { customer_id, logo_path, file_name, mime, ...pictureSize(bytes), bytes: bytes.length }
    await tx`
      with loaded as (
        insert into office_logos ${tx({ ...logo, created_by: actor.user_id })} returning customer_id, logo_id)
      insert into office_branding (customer_id, logo_id) select customer_id, logo_id from loaded
      on conflict (customer_id) do update set logo_id = excluded.logo_id`
    return brandingOf(services, tx, customer_id)
  }).catch(async (error) => {
    await services.files.delete(logo_path)
    throw error
  })
})

/** Mails that are written from now on show the office's name; those that were written keep the logo. */
export const removeLogo = serve(contract.removeLogo, async ({ services, tx, actor }) => {
  const customer_id = await recordCustomer(tx, actor, undefined)
  await tx`update office_branding set logo_id = null where customer_id = ${customer_id}`
  return brandingOf(services, tx, customer_id)
})

const mostBytes = 100_000

async function receiveLogo(request: FastifyRequest): Promise<{ bytes: Buffer; file_name: string }> {
  const upload = await formFile(request, mostBytes)
  const chunks: Buffer[] = []
  if (upload) for await (const chunk of upload.file) chunks.push(chunk as Buffer)
  if (upload?.file.truncated) throw refusal(413, 'too_large', 'Il logo supera 100 kB: riducilo.')
  const bytes = Buffer.concat(chunks)
  if (bytes.length === 0) throw refusal(422, 'no_file', 'Manca il file: scegline uno.')
  const why = whyNotPicture(bytes)
  if (why) throw refusal(415, 'unsupported_media_type', why)
  return { bytes, file_name: upload?.filename.trim().slice(-200) || 'Logo' }
}

const refusal = (status: number, code: string, why: string) =>
  new ApiError(status, code, why, { fields: { file: why } })

async function brandingOf(services: Services, tx: Tx, customer_id: number): Promise<contract.OfficeBranding> {
  const [row] = await tx<(Branding & { mime: string })[]>`
    select ${branding(tx)}, o_l.mime from customers c ${brandingTables(tx)} where c.customer_id = ${customer_id}`
  if (!row?.logo_path || !row.logo_width || !row.logo_height)
    return { logo: null, logo_width: null, logo_height: null, closing_words: row?.closing_words ?? null }
  const size = shownSize(row.logo_width, row.logo_height)
  return {
    logo: await dataAddress(services, row.logo_path, row.mime),
    ...{ logo_width: size.width, logo_height: size.height, closing_words: row.closing_words },
  }
}

async function dataAddress(services: Services, path: string, mime: string): Promise<string | null> {
  try {
    const { content } = await services.files.read(path)
    const chunks: Buffer[] = []
    for await (const chunk of content) chunks.push(chunk as Buffer)
    return `data:${mime};base64,${Buffer.concat(chunks).toString('base64')}`
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    services.log.error({ why: error.code }, 'the logo of an office cannot be read')
    return null
  }
}
