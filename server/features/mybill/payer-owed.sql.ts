import type { PayerOwed } from '@saldo/domain/bills/payer-owed'
import type { Tx } from '../../db/connection.ts'
import { payableOf } from '../bills/money/payable-of.ts'

/** What the actor owes over all bills that they see, in cents; `payerOwedOf` in the domain says what each sum is. */
export async function payerOwed(tx: Tx): Promise<PayerOwed> {
  const [row] = await tx<(Omit<PayerOwed, 'next'> & { next_due_date: string | null; next_amount: number })[]>`
    with owed as (
      select o.*, b.payable, min(o.due_date) filter (where o.due_date >= today()) over () as next_due_date
      from owed_instalments o
      join lateral (
        select ${payableOf(tx)} > 0 as payable from bills b where b.customer_id = o.customer_id and b.bill_id = o.bill_id
      ) b on true
    )
    select coalesce(sum(due), 0)::bigint as residue, coalesce(sum(overdue), 0)::bigint as overdue,
      coalesce(sum(due_now), 0)::bigint as due_now, coalesce(sum(pending), 0)::bigint as pending,
      coalesce(sum(due_now) filter (where payable), 0)::bigint as payable_now,
      coalesce(sum(pending) filter (where payable), 0)::bigint as to_confirm,
      min(due_date) filter (where overdue > 0) as late_since,
      min(next_due_date) as next_due_date,
      coalesce(sum(due) filter (where due_date = next_due_date), 0)::bigint as next_amount
    from owed`
  const { next_due_date, next_amount, ...sums } = row as NonNullable<typeof row>
  return { ...sums, next: next_due_date === null ? null : { due_date: next_due_date, amount: next_amount } }
}
