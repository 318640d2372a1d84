import formbody from '@fastify/formbody'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { answerer, errorAnswer } from './answer.ts'
import { defaultKeys, type KeyPair } from './auth.ts'
import { createClock } from './clock/clock.ts'
import { runScheduledAction } from './clock/scheduled-actions.ts'
import { registerControl } from './control/control.ts'
import { createFaults } from './control/faults.ts'
import { ApiError } from './errors.ts'
import { createEventSender } from './event-sender.ts'
import { registerPages } from './pages/pages.ts'
import { parseParams } from './params.ts'
import { openOwnAccounts } from './resources/accounts/accounts.ts'
import { type BootWebhook, setBootEndpoints } from './resources/webhook-endpoints.ts'
import { routes } from './routes.ts'
import type { Act, Sandbox } from './sandbox.ts'
import { createIdempotency, forgetOldReplies } from './store/idempotency.ts'
import { openStore } from './store/store.ts'

export interface SandboxOptions {
  /** Folder of the book; created if missing. */
  home: string
  /** Real time in milliseconds; the sandbox clock is ahead of it by the skipped time. */
  now?: () => number
  /** Sandbox seconds until a SEPA debit is decided (3), and for the slow test accounts (180). */
  sepa_seconds?: number
  sepa_later_seconds?: number
  /** Webhook endpoints to register at start, for all events. */
  webhooks?: readonly BootWebhook[]
  keys?: readonly KeyPair[]
  /** The public address for browsers, if it differs from the request's. */
  public_url?: string
}

/** The whole provider as a Fastify app, not yet listening; `close` stops clock and sender and closes the book. */
export async function buildSandbox(
  options: SandboxOptions,
): Promise<{ app: FastifyInstance; close: () => Promise<void> }> {
  const keys = options.keys ?? defaultKeys
  const stranger = options.webhooks?.find(
    (webhook) => !keys.some((pair) => pair.secret_key === webhook.account_key),
  )
  if (stranger) throw new Error(`webhooks: no account has the key ${stranger.account_key}`)
  const store = await openStore(options.home)
  const clock = createClock(store, options.now ?? Date.now)
  const sender = createEventSender(store, clock)
  const box: Sandbox = {
    store,
    clock,
    sender,
    settings: {
      sepa_seconds: options.sepa_seconds ?? 3,
      sepa_later_seconds: options.sepa_later_seconds ?? 180,
    },
  }
  openOwnAccounts(store, keys, clock.seconds())
  for (const { account, secret_key } of keys) {
    const wanted = (options.webhooks ?? []).filter((webhook) => webhook.account_key === secret_key)
    setBootEndpoints(store.book(account), clock.seconds(), wanted)
  }
  const forget = () => forgetOldReplies(store, clock.seconds())
  clock.onJump(forget)
  forget()
  await store.settled()

  const app = Fastify({
    forceCloseConnections: true,
    bodyLimit: 1024 * 1024,
    routerOptions: { ignoreTrailingSlash: true },
  })
  await app.register(formbody, { parser: parseParams })
  let lastOrigin = options.public_url ?? 'http://127.0.0.1:3001'
  const originOf = (request: FastifyRequest) => {
    lastOrigin = options.public_url ?? `${request.protocol}://${request.headers.host ?? request.hostname}`
    return lastOrigin
  }
  const actFor = (account: string): Act => ({
    box,
    book: store.book(account),
    origin: lastOrigin,
    request: { id: null, idempotency_key: null },
  })

  const faults = createFaults()
  const tools = { box, keys, idempotency: createIdempotency(), faults, originOf }
  allowBrowsers(app)
  for (const route of routes)
    app.route({ method: route.method, url: route.path, handler: answerer(tools, route) })
  registerControl(app, box, faults, keys, actFor)
  registerPages(app, box, actFor)
  app.get('/healthz', async () => {
    // Rejects if the book cannot be written: then the answer is 500.
    await store.settled()
    return { status: 'ok' }
  })

  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const wrong = error.statusCode !== undefined && error.statusCode < 500
    const answer = errorAnswer(
      wrong
        ? new ApiError(error.statusCode ?? 400, { type: 'invalid_request_error', message: error.message })
        : error,
    )
    return reply.code(answer.status).send(answer.body)
  })
  app.setNotFoundHandler((request, reply) => {
    const message = `Unrecognized request URL (${request.method}: ${request.url.split('?')[0]}). This sandbox may not know it; see its README for what it does.`
    return reply.code(404).send({ error: { type: 'invalid_request_error', message } })
  })

  clock.start((action) => runScheduledAction(actFor(action.account), action))
  sender.start()
  return {
    app,
    async close() {
      clock.stop()
      await app.close()
      await sender.stop()
      await store.close()
    },
  }
}

/** CORS: pages of other origins may call the routes open to publishable keys. */
function allowBrowsers(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/v1/') || !request.headers.origin) return
    reply.headers({
      'access-control-allow-origin': request.headers.origin,
      'access-control-expose-headers': 'Request-Id, Stripe-Version, Idempotent-Replayed, Original-Request',
      vary: 'Origin',
    })
  })
  for (const path of new Set(routes.filter((route) => route.publishable).map((route) => route.path)))
    app.options(path, async (_request, reply) =>
      reply
        .code(204)
        .headers({
          'access-control-allow-methods': 'GET, POST',
          'access-control-allow-headers':
            'Authorization, Content-Type, Idempotency-Key, Stripe-Account, Stripe-Version',
          'access-control-allow-private-network': 'true',
          'access-control-max-age': '600',
        })
        .send(),
    )
}
