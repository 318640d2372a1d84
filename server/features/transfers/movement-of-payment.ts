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
    from (
      select movement_id from movement_matches
      where customer_id = ${customer_id} and payment_id = ${payment_id} and undone_at is null
      union all
      select movement_id from movement_payments
      where customer_id = ${customer_id} and payment_id = ${payment_id} and not is_return
    ) m
    join bank_movements v on v.customer_id = ${customer_id} and v.movement_id = m.movement_id
    order by v.movement_id limit 1`
  return movement ?? null
}
