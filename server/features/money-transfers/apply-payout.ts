import { formatEuro } from '@saldo/domain/money'
import {
  type MoneyTransferState,
  mayMoveTransfer,
  moneyTransferFailure,
} from '@saldo/domain/payments/money-transfer'
import type { PayoutState } from '@saldo/domain/payments/payout'
import type { Tx } from '../../db/connection.ts'
import type { Events } from '../../events.ts'
import type { ApplyEvent } from '../../provider/provider-events.ts'
import type { Services } from '../../services.ts'
import { told } from '../payouts/read-payouts.ts'
import { storePayout } from '../payouts/store-payout.ts'
import { lockTransfer, type StoredTransfer } from './money-transfer.ts'
import { tellOffice } from './tell-office.ts'

const stateAfter: Record<PayoutState, MoneyTransferState> = {
  pending: 'sent',
  in_transit: 'sent',
  paid: 'paid',
  failed: 'failed',
  canceled: 'cancelled',
}

/**
 * Follows the payout that executes a transfer, forwards only. The ledger is not written here: the payouts section posts each
 * payout once, whoever reads it.
 */
export async function applyPayout(
  services: Services,
  tx: Tx,
  payout: Events['ordered_payout_read'],
): Promise<void> {
  const [, id] = /^money_transfer:(\d+)$/.exec(payout.order_key) ?? []
  if (!id) return
  const transfer = await lockTransfer(tx, Number(id))
  if (transfer.provider_object === null)
    await tx`
      update money_transfers set provider_object = ${payout.provider_object}
      where money_transfer_id = ${transfer.money_transfer_id}`
  const state = stateAfter[payout.state]
  if (!mayMoveTransfer(transfer.state, state)) return
  await tx`
    update money_transfers
    set state = ${state}, sent_on = coalesce(sent_on, today()),
      paid_on = case when ${state === 'paid'} then ${payout.arrives_on}::date else paid_on end,
      failed_on = case when ${state === 'failed' || state === 'cancelled'} then today() else failed_on end,
      failure_code = ${payout.failure_code},
      next_check_at = case when ${state === 'sent'} then now() + interval '1 hour' end
    where money_transfer_id = ${transfer.money_transfer_id}`
  await tell(services, tx, transfer, state, payout.failure_code)
}

const tell = (
  services: Services,
  tx: Tx,
  transfer: StoredTransfer,
  state: MoneyTransferState,
  failure_code: string | null,
) => {
  const amount = formatEuro(transfer.amount)
  if (state === 'failed' || state === 'cancelled') {
    const why = failure_code ? moneyTransferFailure(failure_code) : 'È stato annullato.'
    return tellOffice(services, tx, transfer, {
      title: `${amount} non sono arrivati`,
      body: `L’accredito ${transfer.reference} non è arrivato al conto del condominio: il denaro è di nuovo presso il provider. ${why}`,
      step: 'back',
    })
  }
  return tellOffice(services, tx, transfer, {
    title: `${amount} accreditati al condominio`,
    body: `Saldo ha disposto l’accredito ${transfer.reference} sul conto del condominio. Motivo: ${transfer.reason}`,
    step: 'sent',
  })
}

/** An event about a payout is a hint: the provider is asked for its state. Payouts of others are read at night. */
export const applyPayoutEvent: ApplyEvent = async (services, provider_account, { object_id }) => {
  const [transfer] = await services.asSystem(
    (tx) => tx<{ destination: string }[]>`
      select destination from money_transfers
      where provider_account = ${provider_account} and provider_object = ${object_id} and destination is not null`,
  )
  if (!transfer) return
  const { stripe } = services.providers.get(provider_account)
  const { destination } = transfer
  const payout = await stripe.payouts.retrieve(object_id, {}, { stripeAccount: destination })
  await services.asSystem((tx) =>
    storePayout(services, tx, told({ provider_account, destination }, payout), false),
  )
}
