import type Stripe from 'stripe'
import type { Bill } from '../bills.ts'
import type { InProcessServer } from '../in-process-server.ts'
import { newKey } from '../payers.ts'
import type { Provider } from '../processes/provider.ts'

/** A bill with what its acts need: the server, the provider, and the administrator's session. */
export type BillOnStage = { inside: InProcessServer; provider: Provider; administrator: string; bill: Bill }

export async function post(
  { inside }: BillOnStage,
  url: string,
  body: object,
  headers: Record<string, string> = {},
) {
  return inside.call({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', 'idempotency-key': newKey(), ...headers },
    payload: JSON.stringify(body),
  })
}
export type Answer = Awaited<ReturnType<typeof post>>

export const accountOf = ({ bill }: BillOnStage): 'stripe' | 'stripe2' =>
  bill.second_account ? 'stripe2' : 'stripe'

export const stripeOf = (on: BillOnStage): Stripe => on.provider[accountOf(on)]

/** The attempts that are not final yet. */
export const openAttempts = ({ inside, bill }: BillOnStage) => inside.owner`
  select attempt_id, state, provider_account, provider_object from payment_attempts
  where bill_id = ${bill.bill_id} and state in ('recorded', 'created', 'requires_action', 'processing', 'unknown')`
