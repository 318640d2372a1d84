import { settleAttempt } from '../../server/features/payments/attempt/settle-attempt.ts'
import type { Model } from '../model.ts'
import { type BillOnStage, openAttempts } from './bill-on-stage.ts'
import { keep } from './pay.ts'

/** Moves this bill's attempts into the past and polls each, like the sweep. */
export async function sweepAfter(on: BillOnStage, model: Model, seconds: number): Promise<void> {
  const { inside, bill } = on
  await inside.owner`
    update payment_attempts set created_at = created_at - make_interval(secs => ${seconds}),
      confirm_started_at = confirm_started_at - make_interval(secs => ${seconds})
    where bill_id = ${bill.bill_id} and state in ('recorded', 'created', 'requires_action', 'processing', 'unknown')`
  for (const { attempt_id } of await openAttempts(on)) await settleAttempt(inside.services, attempt_id)
  settleSilent(model)
}

/** In the model, ends a payment whose answer was lost: it is kept if it was charged. */
export function settleSilent(model: Model): void {
  if (model.open?.how !== 'silent') return
  if (model.open.charged) keep(model, model.open.amount)
  model.open = null
}
