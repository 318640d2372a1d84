import type { ProviderAccount } from '../../provider/providers.ts'
import type { Services } from '../../services.ts'
import { attemptOfIntent } from '../payments/attempt/attempt-of-intent.ts'
import { settleAttempt } from '../payments/attempt/settle-attempt.ts'
import { applyDispute } from './apply-dispute.ts'

/** Handles a dispute event: asks the provider for its state. Ignores disputes of payments that are not ours. */
export async function applyDisputeEvent(
  services: Services,
  account: ProviderAccount,
  dispute_id: string,
): Promise<void> {
  const { stripe } = services.providers.get(account)
  const dispute = await stripe.disputes.retrieve(dispute_id)
  const intent = dispute.payment_intent
  const intent_id = typeof intent === 'string' ? intent : intent?.id
  const attempt_id = intent_id && (await attemptOfIntent(services, account, intent_id))
  if (!attempt_id) return
  await settleAttempt(services, attempt_id)
  await applyDispute(services, attempt_id, dispute)
}
