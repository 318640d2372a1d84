import Stripe from 'stripe'
import { settleAttempt } from '../../server/features/payments/attempt/settle-attempt.ts'
import { applyProviderEvent } from '../../server/features/webhooks/apply-provider-event.job.ts'
import type { Model } from '../model.ts'
import { newKey } from '../payers.ts'
import { accounts } from '../processes/provider.ts'
import { accountOf, type BillOnStage, openAttempts, stripeOf } from './bill-on-stage.ts'
import { keep } from './pay.ts'
import { settleSilent } from './sweep.ts'

/** Delivers an event of the provider so many times, applying it each time. */
export async function deliver(on: BillOnStage, type: string, object: object, times = 1): Promise<void> {
  const account = accountOf(on)
  const id = `evt_${newKey()}`
  const payload = JSON.stringify({
    id,
    object: 'event',
    type,
    created: Math.floor(Date.now() / 1000),
    data: { object },
  })
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: accounts[account].webhook })
  for (let time = 0; time < times; time += 1) {
    const { status } = await on.inside.call({
      method: 'POST',
      url: `/v1/stripe/webhook/${account}`,
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      payload,
    })
    if (status !== 200) throw new Error(`the event was answered ${status}`)
    await applyProviderEvent(on.inside.services, { provider_account: account, event_id: id })
  }
}

/** The success of the last attempt is delivered twice. */
export async function deliverNewsTwice(on: BillOnStage, model: Model): Promise<void> {
  const [last] = await on.inside.owner`
    select provider_object from payment_attempts
    where bill_id = ${on.bill.bill_id} and provider_object is not null order by attempt_id desc limit 1`
  if (!last) return
  await deliver(on, 'payment_intent.succeeded', { id: last.provider_object, object: 'payment_intent' }, 2)
  // Events settle a charge whose answer was lost; everything else in them was known already.
  if (model.open?.how === 'silent' && model.open.charged) settleSilent(model)
}

/** The bank has decided the pending debit; one that comes back is charged first and disputed at once. */
export async function hearOfDebit(on: BillOnStage, model: Model): Promise<void> {
  if (model.open?.how !== 'debit') return
  const { amount, then } = model.open
  const [attempt] = await openAttempts(on)
  await settleAttempt(on.inside.services, attempt?.attempt_id)
  model.open = null
  if (then !== 'fails') keep(model, amount, true)
  if (then !== 'comes back') return
  const { data } = await stripeOf(on).disputes.list({ payment_intent: attempt?.provider_object })
  await deliver(on, 'charge.dispute.created', data[0] as Stripe.Dispute, 2)
  const last = model.payments.at(-1)
  if (last) last.state = 'lost'
}
