import * as contract from '@saldo/contract/outbox'
import type { Tx } from '../../db/connection.ts'
import { containing, type Listing, pageOf } from '../../db/listing.ts'
import { readsMailInProduct } from '../../env.ts'
import type { Actor } from '../../http/actor.ts'
import { conflict, notFound } from '../../http/errors.ts'
import { serveAcross } from '../../http/serve.ts'
import { withImagesInside } from '../../mail/inline-images.ts'
import { markLinks } from '../../mail/mail-reference.ts'
import type { Services } from '../../services.ts'

/** Whose mails the caller reads: all of them, or those to this address. */
type Reader = { addressed: string | undefined }
type Filters = Reader & { q?: string | undefined }

const stateOf = (tx: Tx) => tx`
  case when e.sent_at is not null then 'sent' when e.refused_at is not null then 'refused'
    when e.kept_at is not null then 'not_sent' else 'waiting' end`

const mails: Listing<Filters> = {
  select: (tx) =>
    tx`e.email_id, e.template, e.to_address, e.subject, e.created_at, ${stateOf(tx)} as state, left(e.text, 400) as excerpt`,
  from: (tx) => tx`emails e`,
  id: (tx) => tx`e.email_id`,
  id_name: 'email_id',
  filters: {
    addressed: (tx, address) => tx`lower(e.to_address) = lower(${address})`,
    q: (tx, text) => tx`fold(e.to_address || ' ' || e.subject) like ${containing(text)}`,
  },
  sorts: { email_id: { sql: (tx) => tx`e.email_id`, type: 'bigint' } },
  default_sort: '-email_id',
}

const list = serveAcross(contract.listOutbox, async ({ services, as, query }) => {
  const reader = await as(readerOf)
  requireOutbox(services)
  if (reader === null) return { items: [], next_cursor: null }
  const page = await services.asSystem((tx) => pageOf(tx, mails, { ...query, ...reader }))
  return page as { items: contract.OutboxMail[]; next_cursor: string | null }
})

const get = serveAcross(contract.getOutboxMail, async ({ services, as, params }) => {
  const reader = await as(readerOf)
  requireOutbox(services)
  const mail = reader && (await services.asSystem((tx) => findMail(tx, params.id, reader)))
  if (!mail) throw notFound('L’e-mail')
  // Whoever follows a link of their own mail here has opened it.
  const marked = reader.addressed === undefined ? mail : markLinks(services.env, mail.email_id, mail)
  return { ...marked, html: await withImagesInside(services, marked.html) }
})

async function findMail(tx: Tx, email_id: number, { addressed }: Reader) {
  const [mail] = await tx<contract.OutboxMailDetail[]>`
    select email_id, template, to_address, reply_to, subject, created_at, ${stateOf(tx)} as state, text, html from emails e
    where email_id = ${email_id} and ${addressed === undefined ? tx`true` : tx`lower(to_address) = lower(${addressed})`}`
  return mail
}

/**
 * The address of a user is one that they confirmed by a mail sent there, so nobody reads another's mails by claiming an
 * address. Null: the user has none (a program), and reads nothing.
 */
async function readerOf(tx: Tx, actor: Actor): Promise<Reader | null> {
  if (actor.role === 'super_user') return { addressed: undefined }
  const [user] = await tx<
    { email: string | null }[]
  >`select email from users where user_id = ${actor.user_id}`
  return user?.email ? { addressed: user.email } : null
}

function requireOutbox({ env }: Services): void {
  if (!readsMailInProduct(env))
    throw conflict('mails_are_sent', 'Qui le e-mail partono davvero: le legge solo chi le riceve.')
}

export const outboxRoutes = [list, get]
