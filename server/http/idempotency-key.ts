import { createHash } from 'node:crypto'
import { IdempotencyKey } from '@saldo/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import { ApiError, badInput } from './errors.ts'

/**
 * The idempotency key of a request, with a hash of what the request asks for. A section stores both with what it made.
 * Both are null when there is no key.
 */
export type RequestKey = { idempotency_key: string | null; request_hash: string | null }

export const noKey: RequestKey = { idempotency_key: null, request_hash: null }

/** The key of the request; undefined without one. @throws 400 if it is malformed: the request would count each time. */
export function sentKey(request: FastifyRequest): string | undefined {
  const parsed = IdempotencyKey.optional().safeParse(request.headers['idempotency-key'])
  if (parsed.success) return parsed.data
  throw badInput({ 'idempotency-key': parsed.error.issues[0]?.message ?? '' })
}

/**
 * Reads the key that the form made when it opened; 400 if it is malformed. `body`: as parsed, so that null and absent are alike. `one_time`:
 * fields that a repeated press fills anew though it asks for the same, such as the provider's token of a typed card.
 */
export function requestKey(
  request: FastifyRequest,
  body: object,
  one_time: readonly string[] = [],
): RequestKey {
  const key = sentKey(request)
  if (key === undefined) return noKey
  const asked = Object.fromEntries(Object.entries(body).filter(([name]) => !one_time.includes(name)))
  const whole = inOrder({ route: request.routeOptions.url, params: request.params, asked })
  return {
    idempotency_key: key,
    request_hash: createHash('sha256').update(JSON.stringify(whole)).digest('base64url'),
  }
}

/** The same value with its fields in the order of their names, without those that are null or absent. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, each]) => each !== null && each !== undefined)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, each]) => [name, inOrder(each)]),
  )
}

/**
 * 409 unless the earlier request with this key asked for the same. Whoever repeats it gets the same answer, also another
 * user: permission was checked, and nothing is made. `made` says in Italian what the earlier one made; `payment_id` is
 * the payment to look at.
 */
export function requireSameRequest(
  earlier: string | null,
  { request_hash }: RequestKey,
  made: string,
  payment_id?: number,
): void {
  if (earlier === request_hash) return
  throw new ApiError(
    409,
    'idempotency_key_reused',
    `Con questa richiesta ${made}. Non ho registrato altro: controlla, prima di riprovare.`,
    payment_id === undefined ? {} : { payment_id },
  )
}
