import type { listMessages } from '@saldo/contract/messages'
import * as contract from '@saldo/contract/messages'
import type { z } from 'zod'
import type { Tx } from '../../db/connection.ts'
import { containing, type Listing, pageOf } from '../../db/listing.ts'
import { notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'

type Filters = Omit<z.output<typeof listMessages.query>, 'limit' | 'cursor'>

const columns = (tx: Tx) => tx`
  m.push_message_id as id, m.push_message_id, m.title, m.body, m.metadata, m.date_create, m.date_read`

const messages: Listing<Filters> = {
  select: columns,
  from: (tx) => tx`push_messages m`,
  id: (tx) => tx`m.push_message_id`,
  id_name: 'push_message_id',
  filters: {
    q: (tx, text) => tx`m.folded like ${containing(text)}`,
    state: (tx, state) => (state === 'read' ? tx`m.date_read is not null` : tx`m.date_read is null`),
  },
  sorts: { date_create: { sql: (tx) => tx`m.date_create`, type: 'timestamptz' } },
  default_sort: '-date_create',
}

/** Row-level security shows everybody only their own messages. */
const list = serve(contract.listMessages, async ({ tx, query }) => {
  const { items, next_cursor } = await pageOf(tx, messages, query)
  const [unread] = await tx`select count(*) as count from push_messages where date_read is null`
  return { count: unread?.count as number, messages: items as never[], next_cursor }
})

const read = serve(contract.readMessage, async ({ tx, params }) => {
  const [message] = await tx<contract.PushMessage[]>`
    update push_messages m set date_read = coalesce(date_read, now()) where push_message_id = ${params.id}
    returning ${columns(tx)}`
  if (!message) throw notFound('Il messaggio')
  return message
})

const unread = serve(contract.unreadMessage, async ({ tx, params }) => {
  const [message] = await tx<contract.PushMessage[]>`
    update push_messages m set date_read = null where push_message_id = ${params.id}
    returning ${columns(tx)}`
  if (!message) throw notFound('Il messaggio')
  return message
})

const remove = serve(contract.deleteMessage, async ({ tx, params }) => {
  const { count } = await tx`delete from push_messages where push_message_id = ${params.id}`
  if (count === 0) throw notFound('Il messaggio')
  return undefined
})

/** Other people's messages do not exist for the caller; 404 when none of the named ones does. */
const readMany = serve(contract.readMessages, async ({ tx, body: { ids } }) => {
  const these = ids ? tx`push_message_id = any(${ids}::bigint[])` : tx`true`
  const { count } = await tx`
    update push_messages set date_read = now() where ${these} and date_read is null`
  if (ids && count === 0 && (await tx`select from push_messages where ${these} limit 1`).length === 0)
    throw notFound('Il messaggio')
  return { count }
})

export const ownMessageRoutes = [list, readMany, read, unread, remove]

/** Deletes the messages of a user who leaves. Call it only as the system. */
export const forgetMessages = (tx: Tx, user_id: number) =>
  tx`delete from push_messages where user_id = ${user_id}`
