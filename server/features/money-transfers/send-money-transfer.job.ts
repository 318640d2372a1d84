import { today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { moneyTransferFailure } from '@saldo/domain/payments/money-transfer'
import Stripe from 'stripe'
import type { Tx } from '../../db/connection.ts'
import type { JobHandler } from '../../jobs/jobs.ts'
import { isGone } from '../../provider/ask-provider.ts'
import type { Services } from '../../services.ts'
import { notifyUser } from '../messages/notify-users.ts'
import { expectPayout, orderField } from '../payouts/ordered-payout.ts'
import { told } from '../payouts/read-payouts.ts'
import { storePayout } from '../payouts/store-payout.ts'
import { lockTransfer, type StoredTransfer } from './money-transfer.ts'
import { readBalance } from './read-balance.ts'

/** For so long the provider remembers an idempotency key; after it, the same key could make a second payout. */
const keyHours = 23

/** The order of an approved transfer, as the provider's payout names it. */
export const orderKey = (money_transfer_id: number): string => `money_transfer:${money_transfer_id}`

/**
 * Asks the provider for the payout of an approved transfer, or for its state. Committed first: whose money it is and that
 * the provider was asked. Always with the same key, and a repeated request looks for the payout first. So it is made once,
 * and no answer is never a failure.
 */
export const sendMoneyTransfer: JobHandler<'send-money-transfer'> = async (
  services,
  { money_transfer_id },
) => {
  const transfer = await services.asSystem((tx) => take(tx, money_transfer_id))
  if (!transfer) return
  const payout = await payoutOf(services, transfer)
  if (payout === 'unknown') return
  if ('refused' in payout) return fail(services, money_transfer_id, payout.refused)
  await services.asSystem((tx) => storePayout(services, tx, told(ofBalance(transfer), payout), false))
  // The figures that the next request starts from. If the provider does not answer now, that request asks again.
  await readBalance(services, ofBalance(transfer)).catch((error: unknown) =>
    services.log.warn({ err: error, money_transfer_id }, 'a balance could not be read after its payout'),
  )
}

const ofBalance = ({ provider_account, destination }: StoredTransfer) => ({
  provider_account,
  destination: destination as string,
})

/** Notes that the provider is asked from now on; null if there is nothing to ask. */
async function take(tx: Tx, id: number): Promise<StoredTransfer | null> {
  const transfer = await lockTransfer(tx, id)
  const { way, state, customer_id, account_id, amount } = transfer
  if (way !== 'payout' || !['approved', 'unknown', 'sent'].includes(state)) return null
  await expectPayout(tx, { order_key: orderKey(id), customer_id, account_id, amount, ...ofBalance(transfer) })
  await tx`update money_transfers set asked_at = coalesce(asked_at, now()) where money_transfer_id = ${id}`
  return transfer
}

type Answer = Stripe.Payout | { refused: string } | 'unknown'

async function payoutOf(services: Services, transfer: StoredTransfer): Promise<Answer> {
  const { money_transfer_id: id, provider_object, asked_at } = transfer
  try {
    if (provider_object) return await retrieve(services, transfer, provider_object)
    // Asked before, and the answer was lost: perhaps the provider made it.
    const made = asked_at && (await find(services, transfer))
    if (made) return made
    if (asked_at && Date.now() - new Date(asked_at).getTime() > keyHours * 3_600_000)
      return { refused: 'not_created' }
    return await create(services, transfer).catch(refusalOf)
  } catch (error) {
    services.log.warn({ err: error, money_transfer_id: id }, 'the provider has not answered for a transfer')
    await services.asSystem(
      (tx) => tx`
        update money_transfers set state = 'unknown' where money_transfer_id = ${id} and state = 'approved'`,
    )
    return 'unknown'
  }
}

const retrieve = (services: Services, { provider_account, destination }: StoredTransfer, id: string) =>
  services.providers
    .get(provider_account)
    .stripe.payouts.retrieve(id, {}, { stripeAccount: destination as string })

async function find(services: Services, transfer: StoredTransfer): Promise<Stripe.Payout | null> {
  const { provider_account, destination, money_transfer_id, approved_at } = transfer
  const { stripe } = services.providers.get(provider_account)
  // A day earlier than needed: the provider's clock differs from ours.
  const gte = Math.floor(new Date(approved_at as string).getTime() / 1000) - 86_400
  const made = stripe.payouts.list({ created: { gte }, limit: 100 }, { stripeAccount: destination as string })
  for await (const payout of made)
    if (payout.metadata?.[orderField] === orderKey(money_transfer_id)) return payout
  return null
}

function create(services: Services, transfer: StoredTransfer): Promise<Stripe.Payout> {
  const { provider_account, destination, money_transfer_id, amount, reference } = transfer
  const { stripe } = services.providers.get(provider_account)
  return stripe.payouts.create(
    {
      ...{ amount, currency: 'eur', statement_descriptor: reference },
      metadata: { [orderField]: orderKey(money_transfer_id) },
    },
    { stripeAccount: destination as string, idempotencyKey: `mt_${money_transfer_id}_payout` },
  )
}

/** Of the creation alone: that the payout cannot be looked for or read does not say that it was not made. */
const refusalOf = (error: unknown): { refused: string } => {
  if (isRefusal(error)) return { refused: error.code ?? 'refused' }
  throw error
}

/** The provider understood and said no. A request that is still running under the same key is none. */
const isRefusal = (error: unknown): error is Stripe.errors.StripeError =>
  (error instanceof Stripe.errors.StripeInvalidRequestError || isGone(error)) &&
  (error as Stripe.errors.StripeError).code !== 'idempotency_key_in_use'

const fail = (services: Services, id: number, failure_code: string): Promise<void> =>
  services.asSystem(async (tx) => {
    const { state, requested_by, amount, reference } = await lockTransfer(tx, id)
    if (state !== 'approved' && state !== 'unknown') return
    await tx`
      update money_transfers set state = 'failed', failure_code = ${failure_code}, failed_on = ${today()}, next_check_at = null
      where money_transfer_id = ${id}`
    await notifyUser(services, tx, requested_by, {
      kind: 'money_transfer',
      title: `Lo spostamento ${reference} non è riuscito`,
      body: `${formatEuro(amount)} sono rimasti presso il provider. ${moneyTransferFailure(failure_code)}`,
      link: `/admin-management/moneynet?open=${id}`,
      dedupe_key: `money-transfer-failed:${id}`,
    })
  })
