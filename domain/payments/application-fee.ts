import { type Cents, percentOf } from '../money.ts'

/** What the platform keeps of each payment: `fee_bps` basis points of it (150 = 1,5 %), and `fee_fixed` cents. */
export type ApplicationFee = { fee_bps: number; fee_fixed: Cents }

/** The highest fee that the back office agrees with an office: 10 % of a payment, and 10,00 €. */
export const highestFee: ApplicationFee = { fee_bps: 1_000, fee_fixed: 1_000 }

/**
 * Computes the platform's fee of a payment, in cents: the share rounded half-up plus the fixed part, never more than the payment.
 * Throws RangeError for an amount or a fee that is negative or no integer.
 */
export function applicationFee(amount: Cents, { fee_bps, fee_fixed }: ApplicationFee): Cents {
  if (![amount, fee_bps, fee_fixed].every((value) => Number.isSafeInteger(value) && value >= 0))
    throw new RangeError('amounts and fees are integers, not negative')
  return Math.min(amount, percentOf(amount, fee_bps) + fee_fixed)
}

/**
 * The part of a payment's `fee` that is returned with one refund, in cents: in proportion to the refund, rounded down
 * as the provider does. The refund that completes the payment's amount returns the rest of the fee. `refunded`: cents
 * of the payment refunded so far, this refund included; `back`: cents of the fee returned before it. Throws RangeError
 * for amounts that are negative or not integers.
 */
export function feeGivenBack(
  { fee, amount, refunded, back }: { fee: Cents; amount: Cents; refunded: Cents; back: Cents },
  refund: Cents,
): Cents {
  if (![fee, amount, refunded, back, refund].every((value) => Number.isSafeInteger(value) && value >= 0))
    throw new RangeError('amounts are integers, not negative')
  const left = fee - back
  if (refunded === amount) return left
  return Math.min(left, Number((BigInt(fee) * BigInt(refund)) / BigInt(amount)))
}
