import type { JobHandler } from '../../jobs/worker.ts'
import type { ProviderAccount } from '../../provider/providers.ts'
import type { Services } from '../../services.ts'
import { applyDisputeEvent } from '../disputes/apply-dispute-event.ts'
import { applyMandateEvent } from '../mandates/apply-mandate-event.ts'
import { applyAccountEvent } from '../provider-accounts/apply-account.ts'
import { applyRefundEvent } from '../refunds/apply-refund-event.ts'
import { applySetupEvent } from '../sources/apply-setup-event.ts'
import { attemptOfIntent } from './attempt-of-intent.ts'
import { attemptToAsk } from './attempts.sql.ts'
import { saysNothingNew } from './says-nothing-new.ts'
import { settleAttempt } from './settle-attempt.ts'

/** What an event is about: the provider's id of its object, and of the payment intent it belongs to. */
type News = { type: string; object_id: string; payment_intent: string | null }
type Apply = (services: Services, account: ProviderAccount, news: News) => Promise<void>

const settlePayment: Apply = async (services, account, { type, payment_intent }) => {
  const attempt_id = payment_intent && (await attemptOfIntent(services, account, payment_intent))
  if (!attempt_id) return
  const { state } = await services.asSystem((tx) => attemptToAsk(tx, attempt_id))
  if (!saysNothingNew(type, state)) await settleAttempt(services, attempt_id)
}

const applyRefund: Apply = (services, account, { object_id }) =>
  applyRefundEvent(services, account, object_id)

/** Who applies what, by the beginning of the event's type: the first that fits. Other events say nothing to us. */
const routes: readonly [begins: string, apply: Apply][] = [
  ['charge.dispute.', (services, account, { object_id }) => applyDisputeEvent(services, account, object_id)],
  ['charge.refund.updated', applyRefund],
  ['refund.', applyRefund],
  ['charge.', settlePayment],
  ['payment_intent.', settlePayment],
  ['setup_intent.', (services, account, { object_id }) => applySetupEvent(services, account, object_id)],
  ['mandate.updated', (services, account, { object_id }) => applyMandateEvent(services, account, object_id)],
  ['account.updated', (services, account, { object_id }) => applyAccountEvent(services, account, object_id)],
]

/** Applies an event of the inbox: whoever it concerns asks the provider how things stand now. Meeting it again changes nothing. */
export const applyProviderEvent: JobHandler<'apply-provider-event'> = async (
  services,
  { provider_account, event_id },
) => {
  const [event] = await services.asSystem(
    (tx) => tx<News[]>`
      select type, object_id, payment_intent from provider_events
      where provider_account = ${provider_account} and event_id = ${event_id} and applied_at is null`,
  )
  if (!event) return
  const [, apply] = routes.find(([begins]) => event.type.startsWith(begins)) ?? []
  await apply?.(services, provider_account as ProviderAccount, event)
  await services.asSystem(
    (tx) => tx`
      update provider_events set applied_at = now()
      where provider_account = ${provider_account} and event_id = ${event_id}`,
  )
}
