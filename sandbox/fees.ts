import type { PaymentMethodType } from './resources/payment-methods.ts'

/** What the provider keeps: a share in basis points plus a fixed part in cents (European list prices). */
const prices: Record<PaymentMethodType, { basis_points: number; fixed: number }> = {
  card: { basis_points: 150, fixed: 25 },
  sepa_debit: { basis_points: 0, fixed: 35 },
  klarna: { basis_points: 499, fixed: 35 },
}

/** Kept for a dispute, in cents; it does not come back when the dispute is won. */
export const disputeFee: Record<PaymentMethodType, number> = { card: 2000, sepa_debit: 350, klarna: 1500 }

/** Cents kept from a payment of `amount` cents, rounded half up. */
export function feeFor(type: string, amount: number): number {
  const { basis_points, fixed } = prices[type as PaymentMethodType]
  return Math.floor((amount * basis_points + 5000) / 10_000) + fixed
}
