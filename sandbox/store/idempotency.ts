import { createHash } from 'node:crypto'
import { ApiError } from '../errors.ts'
import type { Params } from '../params.ts'
import type { Book, Store } from './store.ts'
import type { IdempotentReply } from './tables.ts'

/** Keys are kept for 24 hours of sandbox time; then they can be used again. */
const keptFor = 24 * 3600

/**
 * Idempotency as at Stripe, per account: the first answer is stored and replayed (`Idempotent-Replayed: true`); the
 * same key with other parameters or another address is 400; while the first request is still running, 409.
 */
export interface Idempotency {
  /** The stored answer, or undefined when the request must be executed. */
  begin(book: Book, key: string, fingerprint: string, seconds: number): IdempotentReply | undefined
  /** Stores the answer, in the same turn as the request's own writes, so that both are durable or neither. */
  keep(book: Book, reply: IdempotentReply): void
  /** The request has ended, or its connection is gone. */
  end(book: Book, key: string): void
}

export function createIdempotency(): Idempotency {
  const inFlight = new Set<string>()
  return {
    begin(book, key, fingerprint, seconds) {
      if (key.length > 255)
        throw new ApiError(400, {
          type: 'invalid_request_error',
          message: 'Idempotency keys must be at most 255 characters.',
        })
      const mark = `${book.account} ${key}`
      if (inFlight.has(mark))
        throw new ApiError(409, {
          type: 'invalid_request_error',
          code: 'idempotency_key_in_use',
          message: `There is currently another in-progress request using this Idempotency-Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
        })
      const reply = book.get('idempotent_replies', key)
      if (!reply || reply.created + keptFor < seconds) {
        inFlight.add(mark)
        return undefined
      }
      if (reply.fingerprint !== fingerprint)
        throw new ApiError(400, {
          type: 'idempotency_error',
          message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
        })
      return reply
    },
    keep: (book, reply) => void book.put('idempotent_replies', reply),
    end: (book, key) => void inFlight.delete(`${book.account} ${key}`),
  }
}

/** Deletes answers older than a day. */
export function forgetOldReplies(store: Store, seconds: number): void {
  for (const account of store.accounts()) {
    const book = store.book(account)
    for (const reply of book.rows('idempotent_replies'))
      if (reply.created + keptFor < seconds) book.remove('idempotent_replies', reply.id)
  }
}

/** Address and parameters, in any order. */
export function fingerprintOf(method: string, url: string, params: Params): string {
  return createHash('sha256')
    .update(`${method} ${url} ${JSON.stringify(sorted(params))}`)
    .digest('base64')
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, entry]) => [name, sorted(entry)])
}
