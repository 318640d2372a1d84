import * as contract from '@saldo/contract/messages'
import type { PendingQuery, Row } from 'postgres'
import type { Tx } from '../../db/connection.ts'
import { containing, type Listing } from '../../db/listing.ts'
import type { Actor } from '../../http/actor.ts'
import { badInput, conflict, notFound } from '../../http/errors.ts'
import { type RequestKey, requestKey, requireSameRequest } from '../../http/idempotency-key.ts'
import { serve, serveList } from '../../http/serve.ts'
import { writeMessages } from './notify-users.ts'

type Whom = {
  user_id?: number | undefined
  customer_id?: number | undefined
  role?: (typeof contract.countRecipients.query)['_output']['role']
  everyone?: unknown
}

export const countRecipients = serve(contract.countRecipients, async ({ tx, actor, query }) => {
  // No recipients are chosen yet.
  if (Object.keys(query).length === 0) return { count: 0 }
  requireSomebody(query)
  return { count: await howMany(tx, recipients(tx, actor, query)) }
})

export const findUsers = serve(contract.findUsers, async ({ tx, actor, query }) => ({
  items: await tx<contract.Recipient[]>`
    select u.user_id, u.user_name, u.nominative, c.business_name as customer_name
    from users u left join customers c on c.customer_id = u.customer_id
    where ${recipients(tx, actor, {})} and fold(u.nominative || ' ' || u.user_name) like ${containing(query.q)}
    order by u.nominative, u.user_id limit 20`,
}))

/**
 * Sends a message to all matching users in one transaction, with set-based statements: 50,000 are one statement. The
 * idempotency key makes a double click one sending.
 */
export const sendMessage = serve(contract.sendMessage, async ({ services, tx, actor, body, request }) => {
  requireSomebody(body)
  const key = requestKey(request, body)
  const before = await sendingOfForm(tx, actor, key)
  if (before) return before
  const whom = recipients(tx, actor, body)
  const count = await howMany(tx, whom)
  if (count === 0 && (body.user_id || body.customer_id)) throw notFound('Il destinatario')
  if (count === 0)
    throw conflict('nobody', 'Nessun utente corrisponde: il messaggio non arriverebbe a nessuno.')
  const { title, body: text, link = null, user_id = null, customer_id = null, role = null } = body
  const [row] = await tx`
    insert into push_sendings (sent_by, customer_id, user_id, role, title, body, link, recipients, idempotency_key,
      request_hash)
    values (${actor.user_id}, ${customer_id ?? actor.customer_id}, ${user_id}, ${role}, ${title}, ${text}, ${link}, ${count},
      ${key.idempotency_key}, ${key.request_hash})
    on conflict do nothing
    returning push_sending_id`
  // A parallel request with the same key: the first has finished by now, because the key made this one wait.
  if (!row) return (await sendingOfForm(tx, actor, key)) as contract.Sending
  const push_sending_id = row.push_sending_id as number
  const metadata: Record<string, string> = { kind: 'written', ...(link ? { link } : {}) }
  await writeMessages(services, tx, whom, { title, body: text, metadata, push_sending_id })
  return sendingBy(tx, tx`s.push_sending_id = ${push_sending_id}`) as Promise<contract.Sending>
})

function requireSomebody({ everyone, ...whom }: Whom): void {
  const said = [whom.user_id, whom.customer_id, whom.role].filter((each) => each !== undefined).length
  if (!everyone && said === 0) throw badInput({ to: 'Scegli a chi scrivere.' })
  if (everyone && said > 0) throw badInput({ to: 'Scegli o tutti o qualcuno.' })
}

/** A customer's user reaches only the customer's users, and never oneself. */
function recipients(tx: Tx, actor: Actor, { user_id, customer_id, role }: Whom): PendingQuery<Row[]> {
  let all = actor.customer_id === null ? tx`true` : tx`u.customer_id = ${actor.customer_id}`
  if (user_id) all = tx`${all} and u.user_id = ${user_id}`
  if (customer_id) all = tx`${all} and u.customer_id = ${customer_id}`
  if (role) all = tx`${all} and ${inRole[role](tx)}`
  return all
}

/** The same rule as for a session's role (find_session). */
const inRole: Record<NonNullable<Whom['role']>, (tx: Tx) => PendingQuery<Row[]>> = {
  super_user: (tx) => tx`u.flag_super_user`,
  consumer: (tx) => tx`not u.flag_super_user and u.customer_id is null`,
  store: (tx) => tx`c.is_store`,
  customer: (tx) => tx`not c.is_store and c.state = '1'`,
  awaiting: (tx) => tx`not c.is_store and c.state <> '1'`,
}

async function howMany(tx: Tx, whom: PendingQuery<Row[]>): Promise<number> {
  const [row] = await tx`
    select count(*) as count from users u left join customers c on c.customer_id = u.customer_id where ${whom}`
  return row?.count as number
}

const sendings: Listing<{ q?: string | undefined }> = {
  select: (tx) => tx`
    s.push_sending_id, s.title, s.body, s.link, s.customer_id, c.business_name as customer_name, s.user_id,
    u.nominative as user_nominative, s.role, b.nominative as sent_by, s.recipients,
    s.deleted_read + read_of_sending(s.push_sending_id) as read, s.date_create`,
  from: (tx) => tx`
    push_sendings s
    left join customers c on c.customer_id = s.customer_id
    left join users u on u.user_id = s.user_id
    left join users b on b.user_id = s.sent_by`,
  id: (tx) => tx`s.push_sending_id`,
  id_name: 'push_sending_id',
  filters: { q: (tx, text) => tx`fold(s.title || ' ' || s.body) like ${containing(text)}` },
  sorts: { date_create: { sql: (tx) => tx`s.date_create`, type: 'timestamptz' } },
  default_sort: '-date_create',
}

export const listSendings = serveList(contract.listSendings, sendings)

/** The message of an earlier request with the same key; 409 if that asked for something else. */
async function sendingOfForm(tx: Tx, { user_id }: Actor, key: RequestKey) {
  if (key.idempotency_key === null) return undefined
  const mine = tx`sent_by = ${user_id} and idempotency_key = ${key.idempotency_key}`
  const [row] = await tx<{ push_sending_id: number; request_hash: string | null; title: string }[]>`
    select push_sending_id, request_hash, title from push_sendings where ${mine}`
  if (!row) return undefined
  requireSameRequest(row.request_hash, key, `è già partito un altro messaggio, «${row.title}»`)
  return sendingBy(tx, tx`s.push_sending_id = ${row.push_sending_id}`)
}

async function sendingBy(tx: Tx, condition: PendingQuery<Row[]>): Promise<contract.Sending | undefined> {
  const [sending] = await tx<contract.Sending[]>`
    select ${sendings.select(tx)} from ${sendings.from(tx)} where ${condition}`
  return sending
}
