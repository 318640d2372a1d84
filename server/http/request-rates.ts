import rateLimit from '@fastify/rate-limit'
import type { Endpoint } from '@saldo/contract/endpoint'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Services } from '../services.ts'
import { bearer } from './actor.ts'
import { ApiError } from './errors.ts'
import { userOfToken } from './known-tokens.ts'
import { networkOf } from './network-of.ts'
import { minute, openRequestCounts } from './request-counts.ts'

/** Requests in a minute, on all servers together. */
export type RequestRates = {
  /** By a signed-in user, in all their sessions: a page asks for twenty things at once, and a person has many tabs. */
  user: number
  /** By a network, without a session: visitors and holders of links. */
  network: number
  /** By a network, at the doors: what anybody may send (sign-in, registration, recovery). */
  doors: number
}
export const requestRates: RequestRates = { user: 3000, network: 900, doors: 240 }

/**
 * The general rate limit. A request with an accepted access token counts for its user, any other for its network, so
 * that invented tokens have no counters of their own. At the doors the network counts, whoever is signed in. Addresses
 * that no endpoint has count for the network. Not counted are health checks, the provider's webhooks (they are signed, and
 * it sends many at once) and static files. `rateOf(endpoint)` is the route's part of it.
 */
export async function limitRates(
  app: FastifyInstance,
  services: Services,
  rates: RequestRates,
): Promise<void> {
  const counts = openRequestCounts(services)
  await app.register(rateLimit, {
    global: false,
    hook: 'onRequest',
    store: storeOf(counts),
    timeWindow: minute,
    max: (_request, key) => rates[key.split(' ')[0] as keyof RequestRates],
    keyGenerator: counterOf,
    addHeaders: quiet,
    addHeadersOnExceeding: quiet,
    errorResponseBuilder: (_request, { ttl }) => tooManyRequests(ttl / 1000),
  })
  app.addHook('onRequest', async (request) => {
    if (!isOfNoEndpoint(request)) return
    if ((await counts.add(`network ${networkOf(request.ip)}`, rates.network)) > rates.network)
      throw tooManyRequests((minute - (Date.now() % minute)) / 1000)
  })
}

/** An address of the API that the contract does not have, or the documentation: no page and no file of the web app. */
const isOfNoEndpoint = ({ url, routeOptions }: FastifyRequest): boolean =>
  routeOptions.config.isDoor === undefined && /^\/(v1|oauth|docs|openapi\.json)(\/|\?|$)/.test(url)

/** Whether the rate limit counts the request, before its body is read. */
export const isCounted = (request: FastifyRequest): boolean =>
  request.routeOptions.config.rateLimit !== undefined || isOfNoEndpoint(request)

const quiet = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false }

const uncounted = ['GET /healthz', 'GET /readyz']
/** Whether requests to this endpoint are counted, and whether it is a door. */
export const rateOf = (endpoint: Endpoint): { counted: boolean; door: boolean } => ({
  counted: endpoint.accepts !== 'raw' && !uncounted.includes(endpoint.route),
  door: endpoint.allow.includes('anonymous') && !endpoint.link && !endpoint.route.startsWith('GET '),
})

function counterOf(request: FastifyRequest): string {
  if (request.routeOptions.config.isDoor) return `doors ${networkOf(request.ip)}`
  const token = bearer(request)
  const user_id = token && userOfToken(token)
  return user_id ? `user ${user_id}` : `network ${networkOf(request.ip)}`
}

const tooManyRequests = (seconds: number) =>
  new ApiError(429, 'too_many_requests', 'Troppe richieste in poco tempo: aspetta un minuto e riprova.', {
    headers: { 'retry-after': String(Math.max(1, Math.ceil(seconds))) },
  })

type Told = (error: Error | null, result?: { current: number; ttl: number }) => void

/** What the plugin asks of a store. */
const storeOf = (counts: ReturnType<typeof openRequestCounts>) =>
  class Store {
    incr(key: string, told: Told, _timeWindow: number, max: number): void {
      counts.add(key, max).then(
        (current) => told(null, { current, ttl: minute - (Date.now() % minute) }),
        (error) => told(error),
      )
    }
    child(): Store {
      return this
    }
  }
