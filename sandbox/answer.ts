import type { FastifyReply, FastifyRequest } from 'fastify'
import { authenticate, type Caller, checkVersion, type KeyPair } from './auth.ts'
import { type Faults, type InjectedFaults, noFaults } from './control/faults.ts'
import { ApiError, invalid } from './errors.ts'
import { newId } from './ids.ts'
import { type Params, parseParams, refuseUnknown } from './params.ts'
import { apiVersion } from './resources/events.ts'
import type { RequestContext, Route, Sandbox } from './sandbox.ts'
import { expand } from './store/expand.ts'
import { fingerprintOf, type Idempotency } from './store/idempotency.ts'

export interface AnswerTools {
  box: Sandbox
  keys: readonly KeyPair[]
  idempotency: Idempotency
  faults: Faults
  originOf(request: FastifyRequest): string
}

interface Answer {
  status: number
  body: unknown
  headers?: Record<string, string>
}

/**
 * Handles every request under /v1: authentication, the book, injected faults, idempotency, the act, expansion, and the
 * write to disk. It answers only after the write is durable.
 */
export function answerer(tools: AnswerTools, route: Route) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const requestId = newId('req')
    reply.headers({ 'request-id': requestId, 'stripe-version': apiVersion, 'original-request': requestId })
    const broken: InjectedFaults = { ...noFaults }
    const answer = await carryOut(tools, route, request, reply, requestId, broken).catch(errorAnswer)
    await tools.box.store.settled()

    if (broken.resetBefore || broken.loseAnswer) {
      reply.hijack()
      if (broken.loseAnswer !== 'hang') request.raw.socket.destroy()
      return reply
    }
    return reply
      .code(answer.status)
      .headers(answer.headers ?? {})
      .send(answer.body)
  }
}

async function carryOut(
  tools: AnswerTools,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  requestId: string,
  broken: InjectedFaults,
): Promise<Answer> {
  const params = paramsOf(request)
  const caller = authenticate(request, params, route, tools.keys, tools.box.store)
  checkVersion(request)
  const key = headerOf(request, 'idempotency-key')
  if (key) reply.header('idempotency-key', key)
  const context = contextOf(tools, request, caller, params, requestId, key)

  const injected = tools.faults.meet(route.method, context.url, key)
  if (injected.error) throw injected.error
  Object.assign(broken, injected)
  return once(tools, route, context, reply, injected)
}

/** A POST with an idempotency key is executed once; without a key, each time. */
async function once(
  tools: AnswerTools,
  route: Route,
  context: RequestContext,
  reply: FastifyReply,
  injected: InjectedFaults,
): Promise<Answer> {
  const { idempotency, box } = tools
  const key = route.method === 'POST' ? context.request.idempotency_key : null
  if (!key) {
    await badLuck(injected)
    return injected.resetBefore ? lost : attempt(route, context, injected)
  }
  const fingerprint = fingerprintOf(route.method, context.url, context.params)
  const kept = idempotency.begin(context.book, key, fingerprint, box.clock.seconds())
  if (kept) {
    reply.headers({ 'idempotent-replayed': 'true', 'original-request': kept.request })
    return { status: kept.status, body: kept.body }
  }
  try {
    await badLuck(injected)
    if (injected.resetBefore) return lost
    const before = box.store.changes
    const answer = attempt(route, context, injected)
    // As at Stripe, a request that failed before processing began (wrong parameters) may be sent again with the same
    // key.
    if (answer.status === 200 || injected.storedError || box.store.changes > before)
      idempotency.keep(context.book, {
        id: key,
        fingerprint,
        status: answer.status,
        body: answer.body,
        request: context.request.id ?? '',
        created: box.clock.seconds(),
      })
    await box.store.settled()
    return answer
  } finally {
    idempotency.end(context.book, key)
  }
}

const lost: Answer = { status: 500, body: null }

/** A failure after processing began hides what was done, if anything was. */
function attempt(route: Route, context: RequestContext, { storedError }: InjectedFaults): Answer {
  if (storedError) {
    if (storedError.processed) attempt(route, context, noFaults)
    return errorAnswer(storedError.error)
  }
  try {
    return act(route, context)
  } catch (error) {
    return errorAnswer(error)
  }
}

function act(route: Route, context: RequestContext): Answer {
  refuseUnknown(context.params, route.params)
  return { status: 200, body: expand(context, route.handle(context)) }
}

/** Stripe's error body. Anything that is not an `ApiError` is a bug of the sandbox, and is logged. */
export function errorAnswer(error: unknown): Answer {
  if (error instanceof ApiError)
    return {
      status: error.status,
      body: { error: { doc_url: docUrl(error.body.code), ...error.body } },
      headers: error.headers,
    }
  process.stderr.write(`sandbox: ${placeOf(error)}\n`)
  return { status: 500, body: { error: { type: 'api_error', message: 'An unknown error occurred' } } }
}

/** The kind of an error and the lines that threw it. Its message may quote what was sent. */
function placeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const { name, message, stack = '' } = error
  const frames = stack.slice(stack.indexOf(message) + message.length)
  return [name, ...frames.split('\n').filter((line) => line.startsWith('    at '))].join('\n')
}

function docUrl(code: string | undefined): string | undefined {
  return code && `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`
}

function contextOf(
  tools: AnswerTools,
  request: FastifyRequest,
  caller: Caller,
  params: Params,
  id: string,
  key: string | null,
): RequestContext {
  return {
    box: tools.box,
    book: tools.box.store.book(caller.account),
    platform: caller.platform,
    key: caller.key,
    origin: tools.originOf(request),
    request: { id, idempotency_key: key },
    params,
    path: request.params as Record<string, string>,
    url: request.url.split('?')[0] ?? '',
    client: { ip: request.ip, agent: headerOf(request, 'user-agent') ?? '' },
  }
}

function paramsOf(request: FastifyRequest): Params {
  if (request.method === 'POST') {
    if (request.headers['content-type']?.includes('json'))
      throw invalid(
        'Invalid request (check that your POST content type is application/x-www-form-urlencoded).',
      )
    return (request.body ?? {}) as Params
  }
  return parseParams(request.url.split('?')[1] ?? '')
}

function headerOf(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : null
}

async function badLuck(injected: InjectedFaults): Promise<void> {
  if (injected.delay_ms > 0) await new Promise((resolve) => setTimeout(resolve, injected.delay_ms))
}
