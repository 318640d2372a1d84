import type Stripe from 'stripe'

export type Part = { id: string; amount: number }

/**
 * The movements of a payment's money after it arrived, in cents: transferred to a connected account, reversed, withheld
 * as a fee, refunded from the fee.
 */
export type ConnectedMoney = {
  transfer: Part
  reversals: Part[]
  fee: Part | null
  fee_refunds: Part[]
}

/** The fields to expand on a charge so that `connectedMoney` has everything; `prefix` is the path to the charge. */
export const connectedFields = (prefix = '') => [`${prefix}transfer`, `${prefix}application_fee`]

/**
 * Reads a charge's transfer and application fee, each with its last ten reversals, from a charge expanded with
 * `connectedFields`. Null when there is no transfer, or the provider has not written it yet.
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

/** The connected money of a charge with all reversals: if there are more than ten, asks the provider for them. */
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
