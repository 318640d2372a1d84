import type Stripe from 'stripe'

export type Part = { id: string; amount: number }

/** What became of a payment's money after it came: cents passed on to a connected account, taken back, withheld, given back. */
export type ConnectedMoney = {
  transfer: Part
  reversals: Part[]
  fee: Part | null
  fee_refunds: Part[]
}

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
