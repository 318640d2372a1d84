import type { ApplyEvent } from '../../../provider/provider-events.ts'
import { attemptOfIntent } from './attempt-of-intent.ts'
import { attemptToAsk } from './attempts.sql.ts'
import { settleAttempt } from './settle-attempt.ts'
import { isStaleEvent } from './stale-event.ts'

/** Handles an event of a payment intent or its charge: the attempt asks the provider for the state. */
export const applyPaymentEvent: ApplyEvent = async (services, account, { type, payment_intent }) => {
  const attempt_id = payment_intent && (await attemptOfIntent(services, account, payment_intent))
  if (!attempt_id) return
  const { state } = await services.asSystem((tx) => attemptToAsk(tx, attempt_id))
  if (!isStaleEvent(type, state)) await settleAttempt(services, attempt_id)
}
