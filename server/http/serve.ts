import type { Readable } from 'node:stream'
import type { Endpoint } from '@saldo/contract/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Row } from 'postgres'
import { z } from 'zod'
import type { Tx } from '../db/connection.ts'
import { type Listing, type PageQuery, pageOf, singleRead } from '../db/listing.ts'
import type { Services } from '../services.ts'
import { type Actor, type As, identifyCaller } from './actor.ts'
import { badInput } from './errors.ts'
import { takesFile } from './forms.ts'
import { inTurn, whileArriving } from './heavy-work.ts'
import { inputSentence, valueAt } from './input-sentence.ts'
import { refuseWhileClosed } from './refuse-during-maintenance.ts'
import { replyOver } from './reply-over.ts'
import { requireStepUp } from './require-step-up.ts'

type Asked<E extends Endpoint> = {
  params: z.output<E['params']>
  query: z.output<E['query']>
  body: z.output<E['body']>
  services: Services
  request: FastifyRequest
  reply: FastifyReply
}
type Answer<E extends Endpoint> = z.input<E['reply']> | FileReply

/** An endpoint of the contract with the act that answers it. */
export type Route = {
  endpoint: Endpoint
  handle: (services: Services, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
}

/**
 * Binds an endpoint to an act that runs in one transaction, opened as the caller: row-level security limits what it
 * reads and changes. First the caller is checked, then the input, then the act runs. This takes the place of middleware
 * for a route; the hooks for all requests are in `app.ts`.
 */
export function serve<E extends Endpoint>(
  endpoint: E,
  act: (asked: Asked<E> & { tx: Tx; actor: Actor }) => Promise<Answer<E>>,
): Route {
  if (endpoint.heavy) throw new Error(`${endpoint.route} is heavy: bind it with serveAcross`)
  return {
    endpoint,
    handle: async (services, request, reply) => {
      const input = readInput(endpoint, request)
      const { as } = identifyCaller(services, endpoint, request)
      const answer = await as(async (tx, actor) => {
        const given = accepted(input)
        await requireStepUp(endpoint, tx, actor)
        return act({ ...given, services, request, reply, tx, actor })
      })
      return send(endpoint, reply, answer)
    },
  }
}

type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * Like `serve`, for an act that calls the outside world. It gets `as` and opens each transaction itself, so that none
 * is open while the provider answers. Heavy work waits for its turn before it takes a connection; an act that takes a file
 * asks for the turn itself (`inTurn`), once the file is there. `over` aborts when the reply has ended or its client has left.
 */
export function serveAcross<E extends Endpoint>(
  endpoint: E,
  act: (asked: Asked<E> & { as: As; actor: Actor; over: AbortSignal; inTurn: InTurn }) => Promise<Answer<E>>,
): Route {
  const { heavy, accepts } = endpoint
  return {
    endpoint,
    handle: async (services, request, reply) => {
      // Before anything asynchronous: the client may leave while the caller is checked.
      const over = replyOver(request, reply)
      const input = readInput(endpoint, request)
      const { as } = identifyCaller(services, endpoint, request)
      const { actor, given } = await as(async (tx, actor) => {
        const given = accepted(input)
        await requireStepUp(endpoint, tx, actor)
        return { actor, given }
      })
      const asker = { actor, over, stopping: services.stopping }
      const own: InTurn = (work) => (heavy ? inTurn(heavy, asker, work) : work())
      const run = () => act({ ...given, services, request, reply, as, actor, over, inTurn: own })
      const answer = await (heavy && accepts === 'multipart' ? whileArriving(heavy, asker, run) : own(run))
      return send(endpoint, reply, answer)
    },
  }
}

/**
 * Serves a page of a list, without an act: caller and rows are read in one round trip. `item` converts a row to the
 * reply. If the query has a text to search, it is looked up first. `listing` may be a function of the query, for lists
 * whose rows depend on it.
 */
export function serveList<E extends Endpoint, F extends object, Found>(
  endpoint: E & { query: z.ZodType<F & PageQuery> },
  listing: Listing<F, Found> | ((query: NoInfer<F>) => Listing<F, Found>),
  item: (row: Row) => unknown = (row) => row,
): Route {
  const listingFor = typeof listing === 'function' ? listing : () => listing
  if (endpoint.allow.includes('anonymous') || endpoint.step_up)
    throw new Error(`${endpoint.route} is no list that one only has to be admitted to`)
  return {
    endpoint,
    handle: async (services, request, reply) => {
      const input = readInput(endpoint, request)
      const { as, read } = identifyCaller(services, endpoint, request)
      const query = input.ok ? (input.value.query as F & PageQuery) : null
      const single = query && singleRead(listingFor(query), query)
      const page =
        single?.page(await read(single)) ??
        (await as(async (tx) => {
          const asked = accepted(input).query as F & PageQuery
          return pageOf(tx, listingFor(asked), asked)
        }))
      return send(endpoint, reply, { ...page, items: page.items.map(item) } as Answer<E>)
    },
  }
}

/** Serves endpoints that need no caller: health, the webhook, what a link by mail confirms. */
export function serveOpenly<E extends Endpoint>(
  endpoint: E,
  act: (asked: Asked<E>) => Promise<Answer<E>>,
): Route {
  if (!endpoint.allow.includes('anonymous') || endpoint.step_up)
    throw new Error(`${endpoint.route} is not open to everyone`)
  return {
    endpoint,
    handle: async (services, request, reply) => {
      await refuseWhileClosed(services, endpoint)
      const input = accepted(readInput(endpoint, request))
      return send(endpoint, reply, await act({ ...input, services, request, reply }))
    },
  }
}

const isFile = Symbol('file')
type FileReply = {
  [isFile]: true
  stream: Readable | Buffer
  name: string
  mime: string
  inline: boolean
  bytes?: number
}

/** Answers with a file: downloaded as `name`, or shown in the browser when `inline`. `bytes` is a stream's length. */
export const asFile = (
  stream: Readable | Buffer,
  name: string,
  mime: string,
  inline = false,
  bytes?: number,
): FileReply => ({ [isFile]: true, stream, name, mime, inline, ...(bytes !== undefined && { bytes }) })

/** The act answers on the raw reply itself (server-sent events). */
export const rawReply = Symbol('taken over')

function send<E extends Endpoint>(endpoint: E, reply: FastifyReply, answer: Answer<E>): unknown {
  if (answer === rawReply) return reply
  if (typeof answer === 'object' && answer !== null && isFile in answer)
    return sendFile(reply, answer as FileReply)
  reply.status(endpoint.status)
  if (endpoint.status === 204) return reply.send()
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(endpoint.reply.parse(answer)))
}

function sendFile(reply: FastifyReply, { stream, name, mime, inline, bytes }: FileReply): unknown {
  if (bytes !== undefined) reply.header('content-length', bytes)
  const ascii = name.normalize('NFKD').replace(/[^\w.-]+/g, '-')
  return reply
    .type(mime)
    .header(
      'content-disposition',
      `${inline ? 'inline' : 'attachment'}; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    )
    .header('x-content-type-options', 'nosniff')
    .send(stream)
}

type Input<E extends Endpoint> =
  | { ok: true; value: Pick<Asked<E>, 'params' | 'query' | 'body'> }
  | { ok: false; fields: Record<string, string> }

function readInput<E extends Endpoint>(endpoint: E, request: FastifyRequest): Input<E> {
  const parts = {
    params: request.params,
    query: request.query,
    body: takesFile(endpoint) || endpoint.accepts === 'raw' ? undefined : (request.body ?? undefined),
  }
  // No prototype: the client chooses the names, and `constructor` must not find what every object inherits.
  const fields: Record<string, string> = Object.create(null)
  const value: Record<string, unknown> = {}
  for (const part of ['params', 'query', 'body'] as const) {
    const parsed = endpoint[part].safeParse(part === 'body' && isNoBody(endpoint) ? undefined : parts[part])
    if (parsed.success) value[part] = parsed.data
    else
      for (const issue of parsed.error.issues)
        for (const path of placesOf(issue))
          fields[path.join('.') || part] ??= inputSentence(issue, valueAt(parts[part], path))
    for (const path of isNoBody(endpoint) && part === 'body' ? [] : unkeepable(parts[part]))
      fields[path || part] ??= 'Contiene caratteri che non si possono usare.'
  }
  return Object.keys(fields).length === 0
    ? { ok: true, value: value as Pick<Asked<E>, 'params' | 'query' | 'body'> }
    : { ok: false, fields }
}

/** Where an issue is shown: what an object may not have, at each of its names. */
const placesOf = (issue: z.core.$ZodIssue): PropertyKey[][] =>
  issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]

/**
 * The paths, with dots, of the texts that PostgreSQL cannot keep: with NUL, or with half of a character of two halves. A name
 * that it cannot keep counts for its object.
 */
function unkeepable(given: unknown): string[] {
  const found: string[] = []
  const left: [path: string, value: unknown][] = [['', given]]
  for (let next = left.pop(); next; next = left.pop()) {
    const [path, value] = next
    if (typeof value === 'string' && !isKept(value)) found.push(path)
    if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) continue
    for (const [name, each] of Object.entries(value)) {
      if (!isKept(name)) found.push(path)
      left.push([path ? `${path}.${name}` : name, each])
    }
  }
  return found
}

const isKept = (text: string) => !text.includes('\0') && text.isWellFormed()

const isNoBody = (endpoint: Endpoint) => endpoint.body instanceof z.ZodUndefined

/** Parses the input. It runs after the caller was checked, so that only admitted callers see validation errors. */
function accepted<E extends Endpoint>(input: Input<E>): Pick<Asked<E>, 'params' | 'query' | 'body'> {
  if (!input.ok) throw badInput(input.fields)
  return input.value
}
