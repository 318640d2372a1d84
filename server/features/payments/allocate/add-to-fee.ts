import type { Tx } from '../../../db/connection.ts'

/** Corrects the provider's fee of a payment by so many cents. */
export async function addToFee(
  tx: Tx,
  { customer_id, payment_id }: { customer_id: number; payment_id: number },
  cents: number,
): Promise<void> {
  await tx`
    update payments set fee = greatest(0, fee + ${cents})
    where customer_id = ${customer_id} and payment_id = ${payment_id}`
}
