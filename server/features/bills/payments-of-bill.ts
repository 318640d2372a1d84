import type { BillDetail } from '@saldo/contract/bills/bills'
import { debitRefundDays } from '@saldo/domain/payments/debit-refund-days'
import { declineForOffice } from '@saldo/domain/payments/payment'
import type { Tx } from '../../db/connection.ts'

type Payment = BillDetail['payments'][number]

/** A bill's payments visible to the actor, newest first. Money in cents. */
export async function paymentsOfBill(tx: Tx, bill_id: number): Promise<BillDetail['payments']> {
  const payments = await tx<Omit<Payment, 'failure_reason' | keyof ReturnType<typeof debitRefundDays>>[]>`
    select p.payment_id, p.state, p.method, p.amount, p.refunded, p.brand, p.last4, p.failure_code, p.created_at, p.settled_at
    from payment_bills pb
    join payments p on p.customer_id = pb.customer_id and p.payment_id = pb.payment_id
    where pb.customer_id = (select customer_id from bills where bill_id = ${bill_id}) and pb.bill_id = ${bill_id}
    order by p.payment_id desc`
  return payments.map((payment) => ({
    ...payment,
    failure_reason: payment.failure_code ? declineForOffice(payment.failure_code) : null,
    ...debitRefundDays(payment),
  }))
}
