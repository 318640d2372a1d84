import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from './actor.ts'

/**
 * How the log names a request: the endpoint as the contract writes it, and the ids of records in its path. Whatever
 * somebody typed stays out: query, tokens, IBANs, search words, and the whole address if no endpoint has it.
 */
export function requestLine(request: FastifyRequest) {
  return {
    method: request.method,
    route: request.routeOptions?.url ?? 'unknown',
    ...idsOf(request.params),
  }
}

/** How the log ends a request, with who sent it if they are known. */
export const replyLine = (reply: FastifyReply) => ({
  statusCode: reply.statusCode,
  ...(reply.request && callers.get(reply.request)),
})

/** Remembers for the log who sends a request. */
export function rememberCaller(request: FastifyRequest, { role, user_id, customer_id }: Actor): void {
  callers.set(request, { role, user_id, customer_id })
}
const callers = new WeakMap<FastifyRequest, Pick<Actor, 'role' | 'user_id' | 'customer_id'>>()

/** Ids have at most ten digits: a VAT number has eleven. */
const idsOf = (params: unknown) => {
  const ids = Object.entries((params ?? {}) as Record<string, unknown>).filter(
    ([name, value]) => /^(?:\w+_)?id$/.test(name) && /^\d{1,10}$/.test(String(value)),
  )
  return ids.length > 0 ? { ids: Object.fromEntries(ids) } : {}
}
