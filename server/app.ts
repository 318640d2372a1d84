import compress from '@fastify/compress'
import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import { contract } from '@saldo/contract/contract'
import Fastify, { type FastifyInstance } from 'fastify'
import helmet from 'helmet'
import type { Logins } from './db/logins.ts'
import type { Env } from './env.ts'
import { routes } from './features.ts'
import { serveBillPage } from './http/bill-page.ts'
import { contentSecurityPolicy } from './http/content-security-policy.ts'
import { serveDocumentation } from './http/documentation.ts'
import { answerErrors, answerFrameworkError } from './http/errors-to-replies.ts'
import { takesFile } from './http/forms.ts'
import { sendToHash } from './http/links-without-hash.ts'
import { openapi, pathsOf } from './http/openapi.ts'
import { permissionsPolicy } from './http/permissions-policy.ts'
import { refuseOldApps } from './http/refuse-old-apps.ts'
import { newRequestId } from './http/request-id.ts'
import {
  bodyBytes,
  limitBodies,
  longestPart,
  type RequestLimits,
  requestLimits,
} from './http/request-limits.ts'
import { limitRates, type RequestRates, rateOf, requestRates } from './http/request-rates.ts'
import type { Route } from './http/serve.ts'
import { answerUnreadable, refuseOddRequests } from './http/unreadable-requests.ts'
import { inlineScripts, serveWebApp } from './http/web-app.ts'
import { work } from './jobs/worker.ts'
import { type LogTo, loggerOf } from './log/logger.ts'
import { openServices, type Services } from './services.ts'
import { trustOf } from './trusted-proxies.ts'
import { version } from './version.ts'

declare module 'fastify' {
  interface FastifyInstance {
    services: Services
  }
  interface FastifyContextConfig {
    rawBody?: boolean
    /** The body is a form with a file, which may take long to arrive. */
    takesFile?: boolean
    /** The endpoint takes requests of anybody, so they count for the sender's network (request-rates.ts). */
    isDoor?: boolean
  }
}

/**
 * Builds the server: all endpoints of the contract, the web app and, with `worker`, the jobs. Closing the app closes
 * everything it opened. `rates` null: requests are not counted. Throws when an endpoint of the contract has no act, or an
 * act has no endpoint. There is no middleware but the hooks added here (`addHook`); what runs around each act is in
 * `http/serve.ts`.
 */
export async function buildApp(
  env: Env,
  logins: Logins,
  options: { worker: boolean; limits?: RequestLimits; rates?: RequestRates | null; log_to?: LogTo } = {
    worker: true,
  },
): Promise<FastifyInstance> {
  const limits = options.limits ?? requestLimits
  const app: FastifyInstance = Fastify({
    logger: loggerOf(env, options.log_to),
    trustProxy: trustOf(env.TRUST_PROXY),
    genReqId: newRequestId,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: longestPart },
    bodyLimit: bodyBytes,
    requestTimeout: limits.upload,
    http: {
      headersTimeout: limits.headers,
      connectionsCheckingInterval: limits.check,
      // `refuseOddRequests` asks for it.
      requireHostHeader: false,
    },
    frameworkErrors: answerFrameworkError,
    clientErrorHandler: (error, socket) => answerUnreadable(app.log, error, socket),
  })
  const services = await openServices(env, logins, app.log, options)
  app.decorate('services', services)
  app.addHook('preClose', async () => services.stop())
  app.addHook('onClose', () => services.close())
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id)
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
  answerErrors(app)
  sendSecurityHeaders(app, env)
  refuseOddRequests(app)
  refuseOldApps(app, services)
  limitBodies(app, limits)
  await app.register(compress, { threshold: 1024 })
  keepRawBodies(app)
  await app.register(formbody)
  await app.register(multipart, { limits: { fileSize: 50 * 1024 * 1024, files: 1, fields: 20 } })
  const rates = options.rates === undefined ? requestRates : options.rates
  if (rates) await limitRates(app, services, rates)
  registerRoutes(app, services)
  await serveDocumentation(app, description())
  await serveWebApp(app)
  await serveBillPage(app)
  sendToHash(app)
  if (options.worker) await work(services)
  return app
}

/** The contract does not change while a process runs, and describing it takes a third of the time to build an app. */
const description = () => {
  described ??= openapi(contract, version)
  return described
}
let described: Record<string, unknown> | undefined

/**
 * These headers are the same on every answer, so they are formatted once. Fastify's own plugin would format them at
 * each request.
 */
function sendSecurityHeaders(app: FastifyInstance, env: Env): void {
  const send = helmet({
    contentSecurityPolicy: contentSecurityPolicy(env, inlineScripts()),
    crossOriginEmbedderPolicy: false,
  })
  app.addHook('onRequest', (request, reply, done) =>
    send(request.raw, reply.raw, (error) => {
      reply.raw.setHeader('permissions-policy', permissionsPolicy)
      if (error instanceof Error) done(error)
      else done()
    }),
  )
}

function registerRoutes(app: FastifyInstance, services: Services): void {
  const bound = new Map<string, Route>(routes.map((route) => [route.endpoint.route, route]))
  const missing = contract.filter((endpoint) => !bound.has(endpoint.route)).map((endpoint) => endpoint.route)
  if (missing.length > 0) throw new Error(`promised but not served: ${missing.join(', ')}`)
  const promised = new Set<string>(contract.map((endpoint) => endpoint.route))
  const unknown = [...bound.keys()].filter((route) => !promised.has(route))
  if (unknown.length > 0)
    throw new Error(`served, but missing in contract/contract.ts: ${unknown.join(', ')}`)
  const twice = routes
    .map(({ endpoint }) => endpoint.route)
    .filter((route, at, all) => all.indexOf(route) < at)
  if (twice.length > 0) throw new Error(`served twice: ${twice.join(', ')}`)
  for (const { endpoint, handle } of routes) {
    for (const { method, path } of pathsOf(endpoint)) {
      app.route({
        method: method as 'GET',
        url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
        config: {
          rawBody: endpoint.accepts === 'raw',
          takesFile: takesFile(endpoint),
          isDoor: rateOf(endpoint).door,
          ...(rateOf(endpoint).counted && { rateLimit: {} }),
        },
        handler: (request, reply) => handle(services, request, reply),
      })
    }
  }
}

/** Parses JSON as usual, but keeps the raw bytes where a signature is computed over them. */
function keepRawBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (request.routeOptions.config.rawBody) done(null, body)
    else if (body.length === 0) done(null, undefined)
    else parse(request, body.toString(), done)
  })
}
