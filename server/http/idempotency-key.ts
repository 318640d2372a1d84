import type { FastifyRequest } from 'fastify'

/** The idempotency key, made by the form when it opened. Null when it is absent or malformed. */
export function idempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  return typeof key === 'string' && /^[\x21-\x7e]{8,100}$/.test(key) ? key : null
}
