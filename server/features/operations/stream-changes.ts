import * as contract from '@saldo/contract/operations'
import type { Actor } from '../../http/actor.ts'
import { ApiError, unauthenticated } from '../../http/errors.ts'
import type { LiveChange } from '../../http/live-hub.ts'
import { rawReply, serveAcross } from '../../http/serve.ts'
import { isSessionOpen } from '../../identity/sessions.ts'
import { mayHearOf } from './live-readers.ts'

const heartbeat = 25_000

/**
 * Tells an open screen which noun of its own records changed, at most once a second for each noun. The stream ends with its
 * session: at once when somebody ends it, at the next heartbeat when it lapses. It also ends when the permissions of its
 * user change; the browser opens another one.
 */
export const streamChanges = serveAcross(contract.live, async ({ services, actor, reply, over }) => {
  const { session_id, user_id } = actor
  if (!session_id || !user_id) throw unauthenticated()
  // The client left, or the server began to stop, while the caller was checked: nothing would end the stream.
  if (over.aborted || services.stopping.aborted) throw tooManyStreams()
  const ended = new AbortController()
  const stop = () => ended.abort()
  const unregister = services.live.register({ session_id, user_id, end: stop })
  if (!unregister) throw tooManyStreams()
  const headers = {
    ...reply.getHeaders(),
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    // Node keeps a connection for the next request, and a server that stops would wait for it for more than a minute.
    connection: 'close',
    // nginx holds an answer back until it has a few kilobytes, which here takes hours.
    'x-accel-buffering': 'no',
  }
  reply.hijack()
  reply.raw.writeHead(200, headers as Record<string, string>)
  reply.raw.write(': saldo\n\n')
  const waiting = new Set<string>()
  const stopListening = services.live.listen((change) => {
    if (concerns(actor, change)) waiting.add(change.noun)
  })
  const flush = setInterval(() => {
    for (const noun of waiting) reply.raw.write(`data: ${JSON.stringify({ noun })}\n\n`)
    waiting.clear()
  }, 500)
  const beat = setInterval(async () => {
    // If the database does not answer, the stream stays: the next heartbeat asks again.
    const isOpen = await services.asSystem((tx) => isSessionOpen(tx, session_id)).catch(() => true)
    if (!isOpen || reply.raw.destroyed) stop()
    else if (!ended.signal.aborted) reply.raw.write(': \n\n')
  }, heartbeat)
  ended.signal.addEventListener('abort', () => {
    clearInterval(flush)
    clearInterval(beat)
    stopListening()
    unregister()
    services.stopping.removeEventListener('abort', stop)
    reply.raw.end()
  })
  over.addEventListener('abort', stop, { once: true })
  services.stopping.addEventListener('abort', stop, { once: true })
  return rawReply
})

const tooManyStreams = () =>
  new ApiError(429, 'too_many_streams', 'Hai troppe schede di Saldo aperte: chiudine qualcuna.')

/**
 * A user's own records concern only that user. A consumer's records belong to many customers, so consumers get every
 * hint: what they then read is limited to their own. A sub-user gets the hints of the sections that they may read, also
 * about condominiums that they do not see: a hint says neither which record changed nor how.
 */
function concerns(actor: Actor, change: LiveChange): boolean {
  if (change.everybody) return true
  if (change.user_ids) return actor.user_id !== null && change.user_ids.has(actor.user_id)
  if (actor.role === 'consumer') return true
  if (actor.customer_id === null) return actor.role === 'super_user'
  return actor.customer_id === change.customer_id && mayHearOf(actor, change.noun)
}
