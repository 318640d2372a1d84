import type { CheckoutResult } from '@saldo/contract/bills/mybill'
import type { Tx } from '../../db/connection.ts'

/**
 * Tells the state of the instalments of a payment that was cancelled or failed: `paid` if all are paid, `under_way` if another
 * payment holds one. Null if neither holds, or if the payment took or may take money. Run it as the system, like `paymentParts`.
 */
export async function paidOtherwise(tx: Tx, payment_id: number): Promise<CheckoutResult['paid_otherwise']> {
  const [instalments] = await tx<[{ paid: boolean | null; under_way: boolean | null }]>`
    select bool_and(i.amount > 0 and i.settled = i.amount) as paid,
      bool_or(exists (select from attempt_instalments o where o.instalment_id = i.instalment_id and o.open)) as under_way
    from payments p
    join payment_attempts t on t.customer_id = p.customer_id and t.payment_id = p.payment_id
    join attempt_instalments h on h.customer_id = t.customer_id and h.attempt_id = t.attempt_id
    join bill_instalments i on i.instalment_id = h.instalment_id
    where p.payment_id = ${payment_id} and p.state in ('cancelled', 'failed')`
  if (instalments.paid) return 'paid'
  return instalments.under_way ? 'under_way' : null
}
