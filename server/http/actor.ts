import { createHash } from 'node:crypto'
import type { Endpoint, Role } from '@saldo/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import type { Tx } from '../db/connection.ts'
import { transactionAs } from '../db/transaction.ts'
import type { Services } from '../services.ts'
import { ApiError, forbidden, unauthenticated } from './errors.ts'
import { type Opened, readLinkToken } from './link-token.ts'

/** Who is asking. A super user's customer_id is the customer chosen to work for, if any. */
export type Actor =
  | { role: 'anonymous'; customer_id: null; user_id: null; session_id: null }
  | {
      role: 'link'
      customer_id: number
      bill_id: number
      payment_id: number | null
      user_id: null
      session_id: null
    }
  | { role: 'consumer'; customer_id: null; user_id: number; session_id: number }
  | { role: 'customer' | 'awaiting' | 'store'; customer_id: number; user_id: number; session_id: number }
  | { role: 'super_user'; customer_id: number | null; user_id: number; session_id: number }

/** Opens a transaction as whoever sent the request; every table then answers to that actor alone. */
export type As = <Result>(work: (tx: Tx, actor: Actor) => Promise<Result>) => Promise<Result>

/** The request's credential, and the transactions it opens. Refuses (401, 403, 404) whom the endpoint does not admit. */
export function whoAsks(services: Services, endpoint: Endpoint, request: FastifyRequest): As {
  const opened = linkOf(services, endpoint, request)
  if (opened) return asLink(services, endpoint, opened)
  const token = bearer(request)
  if (token) return asSession(services, endpoint, token, chosenCustomer(request))
  if (!endpoint.allow.includes('anonymous'))
    throw endpoint.link && !hasOtherDoors(endpoint) ? noLink() : unauthenticated()
  return asAnonymous(services)
}

const hasOtherDoors = (endpoint: Endpoint) => endpoint.allow.some((role) => role !== 'link')
const noLink = () =>
  new ApiError(404, 'link_not_found', 'Questo collegamento non è valido o è stato revocato.')

function linkOf(services: Services, endpoint: Endpoint, request: FastifyRequest): Opened | null {
  const token = endpoint.link && (request.params as Record<string, string | undefined>)[endpoint.link.param]
  if (!endpoint.link || !token) return null
  const opened = readLinkToken(services.env.SALDO_SECRET, token)
  if (opened?.opens !== endpoint.link.opens) throw noLink()
  return opened
}

const asLink =
  (services: Services, endpoint: Endpoint, opened: Opened): As =>
  (work) =>
    transactionAs(
      services.sql,
      (tx) =>
        opened.opens === 'bill'
          ? tx`select bill_id, customer_id, null as payment_id from become_bill_link(${opened.bill_id}, ${opened.version})`
          : tx`select bill_id, customer_id, payment_id from become_payment_link(${opened.payment_id})`,
      (row): Actor => {
        if (!row) throw noLink()
        admit(endpoint, 'link')
        const { bill_id, customer_id, payment_id } = row as {
          bill_id: number
          customer_id: number
          payment_id: number | null
        }
        return { role: 'link', bill_id, customer_id, payment_id, user_id: null, session_id: null }
      },
      work,
    )

const asSession =
  (services: Services, endpoint: Endpoint, token: string, chosen: number | null): As =>
  (work) =>
    transactionAs(
      services.sql,
      (tx) => tx`select * from become_session(${hashToken(token)}, ${chosen})`,
      (row): Actor => {
        if (!row) {
          if (endpoint.allow.includes('anonymous')) return anonymous
          throw unauthenticated()
        }
        const actor = row as Exclude<Actor, { role: 'anonymous' | 'link' }>
        admit(endpoint, actor.role)
        return actor
      },
      async (tx, actor) => {
        // What everybody may see is open to whoever brings a session that has ended, too.
        if (actor === anonymous) await becomeAnonymous(tx)
        return work(tx, actor)
      },
    )

const anonymous: Actor = { role: 'anonymous', customer_id: null, user_id: null, session_id: null }

const asAnonymous =
  (services: Services): As =>
  (work) =>
    transactionAs(services.sql, becomeAnonymous, () => anonymous, work)
const becomeAnonymous = (tx: Tx) => tx`select enter('saldo_anonymous', null, null, null)`

function admit(endpoint: Endpoint, role: Role): void {
  if (!endpoint.allow.includes(role)) throw forbidden()
}

/** Tokens are kept as SHA-256 alone. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

function bearer(request: FastifyRequest): string | null {
  const match = /^Bearer ([A-Za-z0-9_-]{20,200})$/i.exec(request.headers.authorization ?? '')
  return match?.[1] ?? null
}

function chosenCustomer(request: FastifyRequest): number | null {
  const header = request.headers['x-customer-id']
  const id = typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : 0
  return id > 0 ? id : null
}
