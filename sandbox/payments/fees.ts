import type { PaymentMethodType } from '../resources/payment-method-record.ts'

/** The provider's fee: a share in basis points plus a fixed part in cents (European list prices). */
const prices: Record<PaymentMethodType, { basis_points: number; fixed: number }> = {
  card: { basis_points: 150, fixed: 25 },
  sepa_debit: { basis_points: 0, fixed: 35 },
  klarna: { basis_points: 499, fixed: 35 },
}

/** The fee for a dispute, in cents; it is not returned after a win. */
export const disputeFee: Record<PaymentMethodType, number> = { card: 2000, sepa_debit: 350, klarna: 1500 }

/** The fee for a payment of `amount` cents, rounded half up. */
export function feeFor(type: string, amount: number): number {
  const { basis_points, fixed } = prices[type as PaymentMethodType]
  return Math.floor((amount * basis_points + 5000) / 10_000) + fixed
}
