import type { AllocationRule } from '@saldo/domain/payments/allocation'
import type { Tx } from '../../../db/connection.ts'

/** Money in cents, days `yyyy-mm-dd`. */
export type PaymentParts = {
  /** The rule that chose these instalments; null if it pays none. */
  rule: AllocationRule | null
  /** Earliest due date first. */
  parts: {
    bill_number: string
    description: string
    unit: string | null
    due_date: string
    amount: number
    /** The part of the instalment that is still due; pending payments count as due. */
    residue: number
  }[]
  /** The sum still due on all bills that the payment was ever for. */
  residue: number
}

/**
 * The instalments that a payment settles, or will settle if it succeeds. Run it as the system, after the caller was
 * found to see the payment: the link opens only the first of its bills, but the payer is told about all of them.
 */
export async function paymentParts(tx: Tx, payment_id: number): Promise<PaymentParts> {
  const [paid, [left]] = await Promise.all([
    tx<(PaymentParts['parts'][number] & { rule: AllocationRule })[]>`
      with paid as (
        select a.rule, s.instalment_id, s.amount
        from payment_allocations a
        join allocation_parts s on s.customer_id = a.customer_id and s.allocation_id = a.allocation_id
        where a.payment_id = ${payment_id} and a.current
        union all
        select t.rule, h.instalment_id, h.amount
        from payments p
        join payment_attempts t on t.customer_id = p.customer_id and t.payment_id = p.payment_id
        join attempt_instalments h on h.customer_id = t.customer_id and h.attempt_id = t.attempt_id
        where p.payment_id = ${payment_id} and h.open
      )
      select p.rule, b.number as bill_number, b.description, b.unit, i.due_date, p.amount, i.amount - i.settled as residue
      from paid p
      join bill_instalments i on i.instalment_id = p.instalment_id
      join bills b on b.customer_id = i.customer_id and b.bill_id = i.bill_id
      order by i.due_date, b.bill_id, i.position`,
    tx<{ residue: number }[]>`
      select coalesce(sum(b.residue), 0)::bigint as residue
      from payment_bills p join bills b on b.customer_id = p.customer_id and b.bill_id = p.bill_id
      where p.payment_id = ${payment_id}`,
  ])
  return {
    rule: paid[0]?.rule ?? null,
    parts: paid.map(({ rule: _rule, ...part }) => part),
    residue: left?.residue ?? 0,
  }
}
