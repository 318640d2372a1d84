import type { FastifyRequest } from 'fastify'

/** The key that a form made when it opened: the same key is the same act. Null when absent or not one. */
export function idempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  return typeof key === 'string' && /^[\x21-\x7e]{8,100}$/.test(key) ? key : null
}
