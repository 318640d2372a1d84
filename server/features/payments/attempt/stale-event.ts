import { type AttemptState, hasSettled, isFinal } from '@saldo/domain/payments/payment'

/**
 * Whether an event is older than the attempt's state: then the provider need not be asked. After an outage such events
 * come by the thousand.
 */
export const isStaleEvent = (type: string, state: AttemptState): boolean =>
  (hasSettled(state) && passedOnceSettled.has(type)) || (isFinal(state) && passedOnceFailed.has(type))

const stages = [
  'payment_intent.created',
  'payment_intent.processing',
  'payment_intent.requires_action',
  'charge.pending',
]
const passedOnceSettled = new Set([
  ...stages,
  'payment_intent.succeeded',
  'charge.succeeded',
  'charge.updated',
])
const passedOnceFailed = new Set([
  ...stages,
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.failed',
])
