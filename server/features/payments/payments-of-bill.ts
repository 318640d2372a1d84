import type { BillDetail } from '@saldo/contract/bills'
import { declineSentence } from '@saldo/domain/payment'
import type { Tx } from '../../db/connection.ts'

/** A bill's payments as the actor sees them, the newest first. Money in cents. */
export async function paymentsOfBill(tx: Tx, bill_id: number): Promise<BillDetail['payments']> {
  const payments = await tx<Omit<BillDetail['payments'][number], 'failure_reason'>[]>`
    select payment_id, state, method, amount, refunded, brand, last4, failure_code, created_at, settled_at
    from payments
    where customer_id = (select customer_id from bills where bill_id = ${bill_id}) and bill_id = ${bill_id}
    order by payment_id desc`
  return payments.map((payment) => ({
    ...payment,
    failure_reason: payment.failure_code ? declineSentence(payment.failure_code) : null,
  }))
}
