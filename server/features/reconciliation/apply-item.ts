import * as contract from '@saldo/contract/reconciliation'
import type { AttemptState } from '@saldo/domain/payment'
import { serveAcross } from '../../http/serve.ts'
import { askProvider } from '../../provider/ask-provider.ts'
import type { Services } from '../../services.ts'
import { rememberIntent } from '../payments/attempts.sql.ts'
import { settleAttempt } from '../payments/settle-attempt.ts'
import { type Item, lockItem, mustAllow, viewItem } from './item.ts'
import { match } from './match.sql.ts'
import { readMovementsOf } from './read-movements.ts'

/**
 * Asks the provider again about what an item is about, applies what it says to the payment, reads its movements again, and
 * compares anew: what was only late is resolved.
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

/** Perhaps its attempt is here by now. */
async function compareAgain(services: Services, item: Item): Promise<void> {
  const { provider_account, day } = item
  await services.asSystem((tx) => match(tx, { provider_account, day }))
}

type Attempt = { attempt_id: number; state: AttemptState; provider_object: string | null }

async function applyPayment(services: Services, item: Item): Promise<void> {
  const { provider_account, customer_id, payment_id } = item as Item & {
    customer_id: number
    payment_id: number
  }
  const attempts = await services.asSystem((tx) => claimMovements(tx, item))
  await askProvider(async () => {
    for (const { attempt_id } of attempts) await settleAttempt(services, attempt_id)
    for (const intent of await intentsOf(services, item))
      await readMovementsOf(services, provider_account, intent)
  })
  await services.asSystem((tx) => match(tx, { provider_account, customer_id, payment_id }))
}

/** An attempt whose answer was lost gets the provider's object that names it, before it is asked how that stands. */
async function claimMovements(tx: Parameters<typeof rememberIntent>[0], item: Item): Promise<Attempt[]> {
  const attempts = await tx<Attempt[]>`
    select attempt_id, state, provider_object from payment_attempts
    where customer_id = ${item.customer_id} and payment_id = ${item.payment_id}
      and provider_account = ${item.provider_account}
    for update`
  for (const attempt of attempts) {
    if (attempt.provider_object) continue
    const [movement] = await tx`
      select payment_intent from provider_movements
      where provider_account = ${item.provider_account} and customer_id = ${item.customer_id}
        and payment_id = ${item.payment_id} and claimed_attempt_id = ${attempt.attempt_id} and payment_intent is not null`
    if (movement) await rememberIntent(tx, attempt.attempt_id, movement.payment_intent)
  }
  return [...attempts]
}

const intentsOf = (services: Services, item: Item): Promise<string[]> =>
  services.asSystem(async (tx) => {
    const rows = await tx`
      select provider_object from payment_attempts
      where customer_id = ${item.customer_id} and payment_id = ${item.payment_id}
        and provider_account = ${item.provider_account} and provider_object is not null`
    return rows.map(({ provider_object }) => provider_object)
  })
