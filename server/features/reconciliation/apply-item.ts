import * as contract from '@saldo/contract/reports/reconciliation'
import Stripe from 'stripe'
import { conflict } from '../../http/errors.ts'
import { serveAcross } from '../../http/serve.ts'
import { askProvider, isGone } from '../../provider/ask-provider.ts'
import type { Services } from '../../services.ts'
import { bookTransferOf } from '../connected/book-transfer.job.ts'
import { applyDisputeEvent } from '../disputes/apply-dispute-event.ts'
import { linkIntent } from '../payments/attempt/link-intent.ts'
import { settleAttempt } from '../payments/attempt/settle-attempt.ts'
import { applyRefundEvent } from '../refunds/apply-refund-event.ts'
import { type Item, lockItem, mustAllow, viewItem } from './item.ts'
import { match } from './match.sql.ts'
import { readMovementsOf } from './read-movements.ts'

/**
 * Polls the provider for an item's object, applies its state to the payment, reads its movements again, and compares
 * again. Items that were only late become resolved.
 */
export const applyReconciliationItem = serveAcross(
  contract.applyReconciliationItem,
  async ({ services, as, params }) => {
    const item = await as((tx) => lockItem(tx, params.id))
    mustAllow(item, 'apply')
    if (item.payment_id === null) await compareAgain(services, item)
    else await applyPayment(services, item)
    return as((tx) => viewItem(tx, params.id))
  },
)

/** An item without attempt: the attempt may be known by now. */
async function compareAgain(services: Services, item: Item): Promise<void> {
  const { provider_account, day } = item
  await services.asSystem((tx) => match(tx, { provider_account, day }))
}

async function applyPayment(services: Services, item: Item): Promise<void> {
  const { provider_account, customer_id, payment_id } = item as Item & {
    customer_id: number
    payment_id: number
  }
  await claimMovements(services, item)
  const attempts = await services.asSystem(
    (tx) => tx<{ attempt_id: number; provider_object: string | null }[]>`
      select attempt_id, provider_object from payment_attempts
      where customer_id = ${customer_id} and payment_id = ${payment_id} and provider_account = ${provider_account}`,
  )
  await askProvider(async () => {
    for (const { attempt_id, provider_object } of attempts) {
      await settleAttempt(services, attempt_id)
      await bookTransferOf(services, attempt_id)
      if (provider_object) await readMovementsOf(services, provider_account, provider_object)
    }
    for (const { of, source_id } of await laterObjects(services, item))
      await (of === 'refund' ? applyRefundEvent : applyDisputeEvent)(services, provider_account, source_id)
  }).catch((error: unknown) => {
    // "Not found at the provider" is an answer too: the comparison shows it.
    if (isGone(error)) return
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    services.log.error(
      { err: error, item_id: item.item_id },
      'the provider refuses to say how a payment stands',
    )
    throw conflict(
      'provider_refuses',
      'Il provider non sa rispondere su questo pagamento: scrivi all’assistenza.',
    )
  })
  await services.asSystem((tx) => match(tx, { provider_account, customer_id, payment_id }))
}

/** Refunds and disputes by the provider's ids, including those made by hand at the provider. */
const laterObjects = (services: Services, { provider_account, customer_id, payment_id }: Item) =>
  services.asSystem(
    (tx) => tx<{ of: 'refund' | 'dispute'; source_id: string }[]>`
      select distinct class as of, source_id from provider_movements
      where provider_account = ${provider_account} and customer_id = ${customer_id} and payment_id = ${payment_id}
        and class in ('refund', 'dispute') and source_id is not null`,
  )

/** Links a provider object to its attempt when our answer was lost, before the attempt is polled. */
async function claimMovements(services: Services, item: Item): Promise<void> {
  const { provider_account, customer_id, payment_id } = item
  const claims = await services.asSystem(
    (tx) => tx<{ attempt_id: number; payment_intent: string }[]>`
      select claimed_attempt_id as attempt_id, payment_intent from provider_movements
      where provider_account = ${provider_account} and customer_id = ${customer_id} and payment_id = ${payment_id}
        and claimed_attempt_id is not null and payment_intent is not null`,
  )
  for (const claim of claims) await linkIntent(services, { provider_account, ...claim })
}
