import { AsyncLocalStorage } from 'node:async_hooks'
import Stripe from 'stripe'
import type { InProcessServer } from '../in-process-server.ts'
import { dueOf, type Model, mayPay } from '../model.ts'
import { until } from '../time.ts'
import { type BillOnStage, openAttempts } from './bill-on-stage.ts'
import { chargeCard, press } from './pay.ts'

/** The fault injected into one request: the server dies before the answer, or the answer is lost. */
type Fault = { at: 'create' | 'confirm'; kind: 'dies' | 'lost'; reached: () => void }
const faults = new AsyncLocalStorage<Fault>()

/** Wraps the provider calls of the server, so that `payWithFault` can make one of them fail. */
export function injectFaults({ services }: InProcessServer): void {
  for (const account of services.providers.configured) {
    const { paymentIntents } = services.providers.get(account).stripe
    for (const at of ['create', 'confirm'] as const) {
      const ask = (paymentIntents[at] as (...asked: unknown[]) => Promise<unknown>).bind(paymentIntents)
      const asked = async (...words: unknown[]) => {
        const fault = faults.getStore()
        const answer = await ask(...words)
        if (fault?.at !== at) return answer
        fault.reached()
        if (fault.kind === 'dies') return new Promise(() => {})
        throw new Stripe.errors.StripeConnectionError({ message: 'lost', type: 'api_error' } as never)
      }
      Object.assign(paymentIntents, { [at]: asked })
    }
  }
}

/** Pays by card without learning the result: the provider call fails after the provider did its part. */
export async function payWithFault(
  on: BillOnStage,
  model: Model,
  at: Fault['at'],
  kind: Fault['kind'],
): Promise<void> {
  if (!mayPay(model)) return void (await press(on, model, () => chargeCard(on, 'pm_card_visa')))
  const amount = dueOf(model)
  await new Promise<void>((resolve, reject) => {
    faults.run({ at, kind, reached: resolve }, () => {
      const answered = chargeCard(on, 'pm_card_visa')
      answered.then(({ status }) => status !== 201 && reject(new Error(`answered ${status}`)), reject)
      if (kind === 'lost') answered.then(() => resolve(), reject)
    })
  })
  if (kind === 'lost')
    await until(async () => (await openAttempts(on)).every(({ state }) => state === 'unknown'), 5_000)
  model.open = { how: 'silent', amount, charged: at === 'confirm' }
}
