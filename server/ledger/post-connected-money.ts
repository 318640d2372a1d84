import type { Tx } from '../db/connection.ts'
import type { ConnectedMoney, Part } from '../provider/connected-money.ts'
import { moved, post } from './ledger.ts'
import type { OwnerIds } from './owner-ids.ts'

/**
 * Posts each transfer, fee and reversal of a payment that the ledger does not know yet, once per object of the
 * provider. So `connected_balance` equals the connected account's book, and `provider_transit` the platform's.
 */
export async function postConnectedMoney(tx: Tx, owner: OwnerIds, money: ConnectedMoney): Promise<void> {
  await postTransfer(tx, owner, money.transfer)
  if (money.fee) await postFee(tx, owner, money.fee)
  // If all of a transfer or fee came back before, the provider records a reversal of 0: nothing to post.
  const moves = ({ amount }: Part) => amount > 0
  for (const reversal of money.reversals.filter(moves)) await postReversal(tx, owner, reversal)
  for (const refund of money.fee_refunds.filter(moves)) await postFeeBack(tx, owner, refund)
}

/** False when it was posted before. */
export const postTransfer = (tx: Tx, owner: OwnerIds, { id, amount }: Part): Promise<boolean> =>
  post(
    tx,
    { ...owner, kind: 'transfer', source: `transfer:${id}`, description: 'Trasferito al conto collegato' },
    moved('provider_transit', 'connected_balance', amount),
  )

export const postReversal = (tx: Tx, owner: OwnerIds, { id, amount }: Part): Promise<boolean> =>
  post(
    tx,
    {
      ...{ ...owner, kind: 'transfer_reversed', source: `transfer_reversal:${id}` },
      description: 'Ripreso dal conto collegato',
    },
    moved('connected_balance', 'provider_transit', amount),
  )

/** Posts the application fee: it leaves the connected account as a cost and becomes the platform's income. */
const postFee = (tx: Tx, owner: OwnerIds, { id, amount }: Part) =>
  post(
    tx,
    {
      ...{ ...owner, kind: 'application_fee', source: `application_fee:${id}` },
      description: 'Commissione della piattaforma',
    },
    [
      ...moved('connected_balance', 'application_fees', amount),
      ...moved('platform', 'provider_transit', amount),
    ],
  )

const postFeeBack = (tx: Tx, owner: OwnerIds, { id, amount }: Part) =>
  post(
    tx,
    {
      ...{ ...owner, kind: 'application_fee_back', source: `fee_refund:${id}` },
      description: 'Commissione della piattaforma restituita',
    },
    [
      ...moved('application_fees', 'connected_balance', amount),
      ...moved('provider_transit', 'platform', amount),
    ],
  )
