import { createHash } from 'node:crypto'
import type { Endpoint, Role } from '@saldo/contract/endpoint'
import {
  isOfAllCustomers,
  isOfWholeOffice,
  isOwnAct,
  needsImpersonation,
  type Permission,
  permissionFor,
} from '@saldo/contract/sections'
import type { FastifyRequest } from 'fastify'
import type { Row } from 'postgres'
import type { Tx } from '../db/connection.ts'
import { type Entrance, type Read, readAs, transactionAs } from '../db/transaction.ts'
import type { Services } from '../services.ts'
import {
  ApiError,
  forbidden,
  impersonationRequired,
  notAllAccounts,
  notPermitted,
  notWhileImpersonating,
  secondStepMissing,
  unauthenticated,
} from './errors.ts'
import { learnToken } from './known-tokens.ts'
import { type Opened, readLinkToken } from './link-token.ts'
import { refuseDuringMaintenance, withMaintenance } from './refuse-during-maintenance.ts'
import { rememberCaller } from './request-line.ts'

/**
 * Who sends the request. A super user's customer_id is the customer whom they have chosen, if any: they look at its records, and
 * change them only while impersonating it.
 */
export type Actor =
  | { role: 'anonymous'; customer_id: null; user_id: null; session_id: null }
  | {
      role: 'link'
      customer_id: number
      bill_id: number
      payment_id: number | null
      /** Set when the link pays only once. */
      pay_link_id: number | null
      /** The delegate who pays for the bill's holder. Null: the link is not of a delegation. */
      delegate: Delegate | null
      user_id: number | null
      session_id: null
    }
  /**
   * The holder of a link that asks to save a card or an IBAN. `subject_id` is null if the method is for the customer's
   * office.
   */
  | {
      role: 'source_link'
      customer_id: number
      link_id: number
      subject_id: number | null
      user_id: null
      session_id: null
    }
  /** The holder of the link of an autopay's notices. */
  | { role: 'autopay_link'; customer_id: number; autopay_id: number; user_id: null; session_id: null }
  /** A job, such as a planned debit. */
  | { role: 'system'; customer_id: number; user_id: null; session_id: null }
  | { role: 'consumer'; customer_id: null; user_id: number; session_id: number }
  | {
      role: 'customer' | 'awaiting' | 'store'
      customer_id: number
      user_id: number
      session_id: number
      /** A sub-user's permissions, as `bills:read,bills:write`; null for all others. */
      permissions: string | null
      /** The sub-user sees only some of the customer's condominiums. */
      sees_some: boolean
    }
  | {
      role: 'super_user'
      customer_id: number | null
      user_id: number
      session_id: number
      /** The open impersonation (*Agisci come*) of this session, and its customer; null: none. */
      impersonation_id: number | null
      impersonated_id: number | null
      /** They have no second step yet: the database shows them nobody's records but their own user. */
      second_step_missing?: true
    }

export type Delegate = { name: string; email: string }

/** Opens a transaction as the sender of the request; row-level security shows it that actor's rows only. */
export type As = <Result>(work: (tx: Tx, actor: Actor) => Promise<Result>) => Promise<Result>

export type Caller = {
  as: As
  /** Runs one query in one round trip. */
  read: (read: Read) => Promise<Row[]>
}

/**
 * Reads the request's credential (access token, link or none) and returns the transactions that it may open. Refuses
 * (401, 403, 404) callers whom the endpoint does not admit.
 */
export function identifyCaller(services: Services, endpoint: Endpoint, request: FastifyRequest): Caller {
  const opened = linkOf(services, endpoint, request)
  if (opened) return asLink(services, endpoint, request, opened)
  const token = bearer(request)
  if (token) {
    const chosen = isOfAllCustomers(endpoint) ? null : chosenCustomer(request)
    return asSession(services, endpoint, request, token, chosen)
  }
  if (!endpoint.allow.includes('anonymous'))
    throw endpoint.link && !hasOtherDoors(endpoint) ? noLink() : unauthenticated()
  return asAnonymous(services, endpoint, request)
}

const hasOtherDoors = (endpoint: Endpoint) => endpoint.allow.some((role) => role !== 'link')
const noLink = () => new ApiError(404, 'link_not_found', 'Questo link non è valido o è stato revocato.')

/** How a link is opened: by its signed content or, if it works only once, by its hash. */
type Key = Opened | { opens: 'pay_once' | 'source' | 'autopay'; hash: Buffer }

function linkOf(services: Services, endpoint: Endpoint, request: FastifyRequest): Key | null {
  const token = endpoint.link && (request.params as Record<string, string | undefined>)[endpoint.link.param]
  if (!endpoint.link || !token) return null
  const key = keyOf(services, endpoint.link, token)
  if (!key) throw noLink()
  return key
}

function keyOf(
  services: Services,
  { opens: wanted, delegates }: NonNullable<Endpoint['link']>,
  token: string,
): Key | null {
  if (wanted === 'source' || wanted === 'autopay') return { opens: wanted, hash: hashToken(token) }
  const opened = readLinkToken(services.env.SALDO_SECRET, token)
  if (opened?.opens === wanted) return opened
  if (opened?.opens === 'delegated') return delegates ? opened : null
  return wanted === 'bill' && !opened ? { opens: 'pay_once', hash: hashToken(token) } : null
}

/**
 * `require` refuses an actor who is known, and so named in the log. A maintenance refuses first whom it `covers`, at the first
 * transaction of a request alone: what has begun, such as a payment that is at the provider, is not cut in two.
 */
function callerBy<Known extends Actor>(
  { sql }: Services,
  endpoint: Endpoint,
  request: FastifyRequest,
  { become, recognise }: Entrance<Known>,
  covers: 'user' | 'everybody',
  require: (actor: Known) => void = () => {},
): Caller {
  let begun = false
  const entrance: Entrance<Actor> = {
    become: (tx) => withMaintenance(tx, become(tx), covers),
    recognise: (row) => {
      const actor = recognise(row?.found ? row : undefined)
      rememberCaller(request, actor)
      if (!begun) refuseDuringMaintenance(endpoint, actor, row as Row)
      require(actor)
      begun = true
      return actor
    },
  }
  return {
    as: (work) => transactionAs(sql, entrance, work),
    read: (read) => readAs(sql, entrance, read),
  }
}

function asLink(services: Services, endpoint: Endpoint, request: FastifyRequest, key: Key): Caller {
  const become = (tx: Tx) => {
    if (key.opens === 'bill') return tx`select * from become_bill_link(${key.bill_id}, ${key.version})`
    if (key.opens === 'payment') return tx`select * from become_payment_link(${key.payment_id})`
    if (key.opens === 'delegated')
      return tx`select * from become_delegated_bill(${key.bill_id}, ${key.delegation_id})`
    if (key.opens === 'pay_once') return tx`select * from become_pay_link(${key.hash})`
    if (key.opens === 'autopay') return tx`select * from become_autopay_link(${key.hash})`
    return tx`select * from become_source_link(${key.hash})`
  }
  const recognise = (row: Row | undefined) => {
    if (!row) throw noLink()
    admit(endpoint, 'link')
    if (row.expired) throw linkGone('link_expired', 'Questo link è scaduto.')
    if (row.revoked) throw linkGone('link_revoked', 'Questo link è stato sostituito da uno più recente.')
    return linkActor(key, row)
  }
  return callerBy(services, endpoint, request, { become, recognise }, 'everybody')
}

const linkGone = (code: string, why: string) =>
  new ApiError(410, code, `${why} Chiedine uno nuovo a chi te l’ha mandato.`)

function linkActor(key: Key, row: Row): Actor {
  const nobody = { customer_id: row.customer_id as number, user_id: null, session_id: null }
  if (key.opens === 'source')
    return { role: 'source_link', link_id: row.link_id, subject_id: row.subject_id, ...nobody }
  if (key.opens === 'autopay') return { role: 'autopay_link', autopay_id: row.autopay_id, ...nobody }
  const { bill_id, payment_id = null, pay_link_id = null, user_id = null } = row
  const delegate = user_id === null ? null : { name: row.delegate_name, email: row.delegate_email }
  return { role: 'link', bill_id, payment_id, pay_link_id, delegate, ...nobody, user_id }
}

/** The query string as it was sent. */
type Asked = Record<string, unknown>

/**
 * The SQL function `become_session` checks the access token and chooses the RLS role of the transaction. What a super user
 * does to a customer's records without impersonating it only reads.
 */
function asSession(
  services: Services,
  endpoint: Endpoint,
  request: FastifyRequest,
  token: string,
  chosen: number | null,
): Caller {
  const entrance: Entrance<SessionActor | typeof anonymous> = {
    become: (tx) => tx`select * from become_session(${hashToken(token)}, ${chosen}, ${isOwnAct(endpoint)})`,
    recognise: (row) => {
      if (!row) {
        if (endpoint.allow.includes('anonymous')) return anonymous
        throw unauthenticated()
      }
      const actor = sessionActor(row)
      learnToken(token, actor)
      return actor
    },
  }
  const caller = callerBy(services, endpoint, request, entrance, 'user', (actor) => {
    admit(endpoint, actor.role)
    if ('second_step_missing' in actor) requireOpenBefore(endpoint)
    if (actor.role === 'super_user') requireImpersonation(endpoint, actor)
    if ('permissions' in actor && actor.permissions !== null)
      permit(endpoint, actor.permissions, actor.sees_some, request.query as Asked)
  })
  return {
    ...caller,
    as: (work) =>
      caller.as(async (tx, actor) => {
        // A public endpoint also answers a session that has ended.
        if (actor === anonymous) await becomeAnonymous(tx)
        return work(tx, actor)
      }),
  }
}

type SessionActor = Exclude<Actor, { role: 'anonymous' | 'link' | 'source_link' | 'autopay_link' | 'system' }>

function sessionActor(found: Row): SessionActor {
  const { impersonation_id, impersonated_id, ...row } = actorOf(found)
  const impersonation = { impersonation_id, impersonated_id }
  if (row.role === 'super_user') return { ...row, ...impersonation } as SessionActor
  if (row.role !== 'super_user_without_second_step') return row as SessionActor
  const { user_id, session_id } = row
  return {
    ...{ role: 'super_user', customer_id: null, user_id, session_id, second_step_missing: true },
    ...impersonation,
  } as SessionActor
}

/** The columns that say who the actor is. */
const actorOf = ({
  found: _found,
  maintenance_until: _until,
  maintenance_message: _message,
  ...row
}: Row): Row => row

/** 403 for what a super user does only while impersonating the customer, or never while impersonating anybody. */
function requireImpersonation(endpoint: Endpoint, actor: Extract<Actor, { role: 'super_user' }>): void {
  if (endpoint.impersonation === 'refused' && actor.impersonation_id !== null) throw notWhileImpersonating()
  if (!needsImpersonation(endpoint)) return
  if (actor.impersonated_id === null || actor.impersonated_id !== actor.customer_id)
    throw impersonationRequired()
}

/** What is open to everybody is open before the second step, too. */
function requireOpenBefore({ before_second_step, allow }: Endpoint): void {
  if (!before_second_step && !allow.includes('anonymous')) throw secondStepMissing()
}

const anonymous: Extract<Actor, { role: 'anonymous' }> = {
  role: 'anonymous',
  customer_id: null,
  user_id: null,
  session_id: null,
}

const asAnonymous = (services: Services, endpoint: Endpoint, request: FastifyRequest) =>
  callerBy(services, endpoint, request, { become: becomeAnonymous, recognise: () => anonymous }, 'everybody')
const becomeAnonymous = (tx: Tx) => tx`select enter('saldo_anonymous', null, null, null)`

function admit(endpoint: Endpoint, role: Role): void {
  if (!endpoint.allow.includes(role)) throw forbidden()
}

/** Refuses a sub-user who lacks the permission, before the database would; see limit_subusers in 0001-access.sql. */
function permit(endpoint: Endpoint, granted: string, seesSome: boolean, asked: Asked): void {
  const needed = permissionFor(endpoint)
  const permissions = granted.split(',')
  if (needed && !permissions.includes(needed)) throw notPermitted(needed)
  for (const [names, reading] of [
    [endpoint.by_bills, 'bills:read'],
    [endpoint.by_people, 'subjects:read'],
  ] as const)
    if (asksFor(names, asked) && !permissions.includes(reading)) throw notPermitted(reading)
  if (seesSome && isOfWholeOffice(endpoint)) throw notAllAccounts()
}

/** Whether the list is ordered or filtered by one of these. */
function asksFor(names: readonly string[] = [], asked: Asked): boolean {
  const sort = String(asked.sort ?? '').replace(/^-/, '')
  return names.some((name) => name === sort || (asked[name] ?? '') !== '')
}

/** Whether the actor has the permission. Only sub-users are limited. */
export const actorMay = (actor: Actor, permission: Permission): boolean =>
  !('permissions' in actor) || actor.permissions === null || actor.permissions.split(',').includes(permission)

/** The SHA-256 of a token, because the token itself is never stored. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

export function bearer(request: FastifyRequest): string | null {
  const match = /^Bearer ([A-Za-z0-9_-]{20,200})$/i.exec(request.headers.authorization ?? '')
  return match?.[1] ?? null
}

function chosenCustomer(request: FastifyRequest): number | null {
  const header = request.headers['x-customer-id']
  const id = typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : 0
  return id > 0 ? id : null
}
