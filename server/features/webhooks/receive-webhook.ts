import * as contract from '@saldo/contract/payments/payments'
import type { AttemptState } from '@saldo/domain/payments/payment'
import type { FastifyRequest } from 'fastify'
import type Stripe from 'stripe'
import type { Tx } from '../../db/connection.ts'
import { ApiError } from '../../http/errors.ts'
import { serveOpenly } from '../../http/serve.ts'
import type { Provider } from '../../provider/providers.ts'
import { isStaleEvent } from '../payments/attempt/stale-event.ts'

/** Tolerance of the signature's timestamp, in seconds, both ways: a later one would let an event be replayed for longer. */
const toleranceSeconds = 300

/**
 * Receives the provider's webhooks. Verifies each webhook's signature over the raw body, and stores each event once by
 * its id, together with the job that applies it. The event's content is not trusted: the job asks the provider. Stale events
 * get no job.
 */
export const receiveWebhook = serveOpenly(contract.providerWebhook, async ({ services, params, request }) => {
  const { provider_account } = params
  if (!services.providers.configured.includes(provider_account)) throw badSignature()
  const event = readEvent(services.providers.get(provider_account), request)
  const payment_intent = intentOf(event)
  await services.asSystem(async (tx) => {
    const known = await isKnown(tx, provider_account, event.type, payment_intent)
    const [kept] = await tx`
      insert into provider_events ${tx({
        provider_account,
        event_id: event.id,
        type: event.type,
        object_id: (event.data.object as { id?: string }).id ?? null,
        payment_intent,
        applied_at: known ? new Date().toISOString() : null,
        created_at: new Date(event.created * 1000).toISOString(),
      })} on conflict do nothing returning event_id`
    if (kept && !known)
      await services.queue.enqueue(tx, 'apply-provider-event', { provider_account, event_id: event.id })
  })
  return { received: true as const }
})

async function isKnown(tx: Tx, provider_account: string, type: string, payment_intent: string | null) {
  if (!payment_intent) return false
  const [attempt] = await tx<{ state: AttemptState }[]>`
    select state from payment_attempts
    where provider_account = ${provider_account} and provider_object = ${payment_intent}`
  return attempt !== undefined && isStaleEvent(type, attempt.state)
}

/** The event, if it was signed with one of the account's secrets. */
function readEvent({ stripe, webhook_secrets }: Provider, request: FastifyRequest): Stripe.Event {
  const signature = String(request.headers['stripe-signature'] ?? '')
  if (isFromTheFuture(signature)) throw badSignature()
  for (const secret of webhook_secrets) {
    try {
      return stripe.webhooks.constructEvent(request.body as Buffer, signature, secret, toleranceSeconds)
    } catch {
      // Perhaps signed with another secret: try the next one.
    }
  }
  throw badSignature()
}

/** The provider's library refuses only timestamps that are too old. */
const isFromTheFuture = (signature: string) =>
  [...signature.matchAll(/(?:^|,)\s*t=(\d+)/g)].some(
    ([, seconds]) => Number(seconds) > Date.now() / 1000 + toleranceSeconds,
  )

function intentOf(event: Stripe.Event): string | null {
  const object = event.data.object as {
    object?: string
    id?: string
    payment_intent?: string | { id: string } | null
  }
  if (object.object === 'payment_intent') return object.id ?? null
  const intent = object.payment_intent
  return typeof intent === 'object' ? (intent?.id ?? null) : (intent ?? null)
}

const badSignature = () => new ApiError(400, 'bad_signature', 'La firma non è valida.')
