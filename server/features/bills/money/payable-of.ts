import type { Tx } from '../../../db/connection.ts'

/**
 * Cents of bill `b` that can be paid, at most: its residue, but nothing while another payment is pending, unless that one
 * only waits for the payer's approval. What a dispute holds is settled, so the residue leaves it out.
 */
export const payableOf = (tx: Tx) => tx`
  case
    when b.pending = 0 or not exists (
      select from payment_bills p
      join payment_attempts t on t.customer_id = p.customer_id and t.payment_id = p.payment_id
      where p.customer_id = b.customer_id and p.bill_id = b.bill_id
        and t.state in ('recorded', 'created', 'processing', 'unknown')
    ) then b.residue
    else 0
  end`
