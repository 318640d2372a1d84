import * as contract from '@saldo/contract/payments/money-transfers'
import Stripe from 'stripe'
import { conflict } from '../../http/errors.ts'
import { serveAcross } from '../../http/serve.ts'
import { askProvider } from '../../provider/ask-provider.ts'
import type { Services } from '../../services.ts'
import { told } from '../payouts/read-payouts.ts'
import { storePayout } from '../payouts/store-payout.ts'
import { lockTransfer, orRefused, type StoredTransfer } from './money-transfer.ts'
import { transferDetail } from './money-transfer-detail.ts'

/**
 * Stops a transfer before it leaves: one of which nobody was asked yet, a file that was not handed over, or the provider's
 * payout while the provider still can. It returns money to where it was, so it takes one person.
 */
export const cancelMoneyTransfer = serveAcross(
  contract.cancelMoneyTransfer,
  async ({ services, as, params, body }) => {
    const atProvider = await as(async (tx) => {
      const transfer = await lockTransfer(tx, params.id)
      if (transfer.way === 'payout' && transfer.state === 'sent' && transfer.provider_object) return transfer
      if (transfer.state === 'unknown' || (transfer.state === 'approved' && transfer.asked_at))
        throw conflict('unknown', 'Il provider non ha ancora risposto: aspetta l’esito, poi annulla.')
      if (transfer.state === 'requested')
        throw conflict(
          'not_approved',
          'Non è ancora approvato, quindi non c’è niente da annullare: chi l’ha chiesto lo ritira, un’altra persona lo rifiuta.',
        )
      if (transfer.state !== 'approved')
        throw conflict('left_already', 'Non si può più annullare: ricarica la pagina.')
      await orRefused(tx`
        update money_transfers
        set state = 'cancelled', closed_by = actor_user_id(), closed_by_name = actor_nominative(), closed_at = now(),
          closing_reason = ${body.reason}, next_check_at = null
        where money_transfer_id = ${params.id}`)
      return null
    })
    if (atProvider) {
      await cancelPayout(services, atProvider)
      await as(
        (tx) => tx`
          update money_transfers
          set closed_by = actor_user_id(), closed_by_name = actor_nominative(), closed_at = now(), closing_reason = ${body.reason}
          where money_transfer_id = ${params.id} and closed_by is null`,
      )
    }
    return as((tx, actor) => transferDetail(tx, actor, params.id))
  },
)

async function cancelPayout(services: Services, transfer: StoredTransfer): Promise<void> {
  const { provider_account, provider_object, money_transfer_id } = transfer
  const destination = transfer.destination as string
  const { stripe } = services.providers.get(provider_account)
  try {
    const payout = await askProvider(() =>
      stripe.payouts.cancel(
        provider_object as string,
        {},
        { stripeAccount: destination, idempotencyKey: `mt_${money_transfer_id}_cancel` },
      ),
    )
    await services.asSystem((tx) =>
      storePayout(services, tx, told({ provider_account, destination }, payout), false),
    )
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    throw conflict('left_already', 'Il provider l’ha già mandato alla banca: non si può più annullare.')
  }
}
