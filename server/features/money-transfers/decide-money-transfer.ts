import * as contract from '@saldo/contract/payments/money-transfers'
import { moneyTransferRefusals } from '@saldo/domain/payments/money-transfer'
import type { Tx } from '../../db/connection.ts'
import { conflict } from '../../http/errors.ts'
import { serve, serveAcross } from '../../http/serve.ts'
import { lockTransfer, orRefused, type StoredTransfer } from './money-transfer.ts'
import { transferDetail } from './money-transfer-detail.ts'
import { balanceOf, readBalance } from './read-balance.ts'

/**
 * Approves as the second person. The approval is a row of its own, of which PostgreSQL admits one, and none by who asked; so
 * of two at once one is refused. A job then asks the provider, or the file waits to be handed over.
 */
export const approveMoneyTransfer = serveAcross(
  contract.approveMoneyTransfer,
  async ({ services, as, params }) => {
    const balance = await as(async (tx) => {
      const transfer = await lockTransfer(tx, params.id)
      requireWaiting(transfer)
      return balanceOf(tx, transfer.account_id)
    })
    if (balance) await readBalance(services, balance)
    return as(async (tx, actor) => {
      const { customer_id, requested_by, way } = await lockTransfer(tx, params.id)
      await orRefused(tx`
        insert into money_transfer_approvals (money_transfer_id, customer_id, requested_by, approved_by, approved_by_name)
        values (${params.id}, ${customer_id}, ${requested_by}, actor_user_id(), actor_nominative())`)
      if (way === 'payout')
        await services.queue.enqueue(tx, 'send-money-transfer', { money_transfer_id: params.id })
      return transferDetail(tx, actor, params.id)
    })
  },
)

export const refuseMoneyTransfer = serve(
  contract.refuseMoneyTransfer,
  async ({ tx, actor, params, body }) => {
    requireWaiting(await lockTransfer(tx, params.id))
    await close(tx, params.id, 'refused', body.reason)
    return transferDetail(tx, actor, params.id)
  },
)

export const withdrawMoneyTransfer = serve(contract.withdrawMoneyTransfer, async ({ tx, actor, params }) => {
  requireWaiting(await lockTransfer(tx, params.id))
  await close(tx, params.id, 'withdrawn', null)
  return transferDetail(tx, actor, params.id)
})

const close = (tx: Tx, id: number, state: 'refused' | 'withdrawn', reason: string | null) =>
  orRefused(tx`
    update money_transfers
    set state = ${state}, closed_by = actor_user_id(), closed_by_name = actor_nominative(), closed_at = now(),
      closing_reason = ${reason}
    where money_transfer_id = ${id}`)

function requireWaiting({ state }: StoredTransfer): void {
  if (state !== 'requested') throw conflict('moves_forward', moneyTransferRefusals.moves_forward as string)
}
