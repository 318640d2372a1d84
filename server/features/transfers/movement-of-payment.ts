import type { PaymentDetail } from '@saldo/contract/payments/payments'
import type { Tx } from '../../db/connection.ts'

/** The movement of a bank account that brought a payment's money; null: no statement has shown it. */
export async function movementOfPayment(
  tx: Tx,
  customer_id: number,
  payment_id: number,
): Promise<PaymentDetail['movement']> {
  const [movement] = await tx<NonNullable<PaymentDetail['movement']>[]>`
    select v.movement_id, v.booked_on, v.bank_reference
    from movement_matches m
    join bank_movements v on v.customer_id = m.customer_id and v.movement_id = m.movement_id
    where m.customer_id = ${customer_id} and m.payment_id = ${payment_id} and m.undone_at is null`
  return movement ?? null
}
