import type Stripe from 'stripe'
import type { Tx } from '../../db/connection.ts'
import { type Entry, type LedgerLine, post } from '../../ledger/ledger.ts'

type Part = { id: string; amount: number }

/** What became of a payment's money after it came: cents passed on to a connected account, taken back, withheld, given back. */
export type ConnectedMoney = {
  transfer: Part
  reversals: Part[]
  fee: Part | null
  fee_refunds: Part[]
}

/** Whose payment it is, as its ledger entries name it. */
export type Whose = Pick<Entry, 'customer_id' | 'account_id' | 'subject_id' | 'bill_id' | 'payment_id'>

/** What a charge must be asked for with, so that `connectedMoney` knows all; a prefix says where the charge is. */
export const connectedFields = (prefix = '') => [`${prefix}transfer`, `${prefix}application_fee`]

/**
 * A charge's transfer and application fee with the last ten that were taken back of each, read from a charge asked for with
 * `connectedFields`; null: it was passed on to nobody, or the provider has not written that yet.
 */
export function connectedMoney({ transfer, application_fee: fee }: Stripe.Charge): ConnectedMoney | null {
  if (!transfer || typeof transfer === 'string') return null
  const known = fee && typeof fee === 'object' ? fee : null
  return {
    transfer: part(transfer),
    reversals: transfer.reversals.data.map(part),
    fee: known && part(known),
    fee_refunds: known?.refunds.data.map(part) ?? [],
  }
}

/** The same with all that was ever taken back: more than ten are asked of the provider. */
export async function allConnectedMoney(
  stripe: Stripe,
  charge: Stripe.Charge,
): Promise<ConnectedMoney | null> {
  const money = connectedMoney(charge)
  const { transfer, application_fee: fee } = charge
  if (money && typeof transfer === 'object' && transfer?.reversals.has_more)
    money.reversals = (await all(stripe.transfers.listReversals(transfer.id, { limit: 100 }))).map(part)
  if (money && typeof fee === 'object' && fee?.refunds.has_more)
    money.fee_refunds = (await all(stripe.applicationFees.listRefunds(fee.id, { limit: 100 }))).map(part)
  return money
}

const all = <T>(list: Stripe.ApiListPromise<T>): Promise<T[]> => list.autoPagingToArray({ limit: 10_000 })

const part = ({ id, amount }: Part): Part => ({ id, amount })

/**
 * Posts what the ledger does not know yet of it, each of the provider's objects once, whoever made it: so the account
 * `connected_balance` is the connected account's book, and `provider_transit` the platform's.
 */
export async function postConnectedMoney(tx: Tx, whose: Whose, money: ConnectedMoney): Promise<void> {
  await postTransfer(tx, whose, money.transfer)
  if (money.fee) await postFee(tx, whose, money.fee)
  // Nothing is left to take back of a transfer or a fee that came back before: the provider writes a reversal of nothing.
  const moves = ({ amount }: Part) => amount > 0
  for (const reversal of money.reversals.filter(moves)) await postReversal(tx, whose, reversal)
  for (const refund of money.fee_refunds.filter(moves)) await postFeeBack(tx, whose, refund)
}

/** False: posted before. */
export const postTransfer = (tx: Tx, whose: Whose, { id, amount }: Part): Promise<boolean> =>
  post(
    tx,
    { ...whose, kind: 'transfer', source: `transfer:${id}`, description: 'Trasferito al conto collegato' },
    moved('provider_transit', 'connected_balance', amount),
  )

export const postReversal = (tx: Tx, whose: Whose, { id, amount }: Part): Promise<boolean> =>
  post(
    tx,
    {
      ...{ ...whose, kind: 'transfer_reversed', source: `transfer_reversal:${id}` },
      description: 'Ripreso dal conto collegato',
    },
    moved('connected_balance', 'provider_transit', amount),
  )

/** The fee leaves the connected account for the platform: a cost there, the platform's own here. */
const postFee = (tx: Tx, whose: Whose, { id, amount }: Part) =>
  post(
    tx,
    {
      ...{ ...whose, kind: 'application_fee', source: `application_fee:${id}` },
      description: 'Commissione della piattaforma',
    },
    [
      ...moved('connected_balance', 'application_fees', amount),
      ...moved('platform', 'provider_transit', amount),
    ],
  )

const postFeeBack = (tx: Tx, whose: Whose, { id, amount }: Part) =>
  post(
    tx,
    {
      ...{ ...whose, kind: 'application_fee_back', source: `fee_refund:${id}` },
      description: 'Commissione della piattaforma restituita',
    },
    [
      ...moved('application_fees', 'connected_balance', amount),
      ...moved('provider_transit', 'platform', amount),
    ],
  )

/** Cents from one account of the ledger to another. */
export const moved = (
  from: LedgerLine['ledger_account'],
  to: LedgerLine['ledger_account'],
  amount: number,
): LedgerLine[] => [
  { ledger_account: to, amount },
  { ledger_account: from, amount: -amount },
]
