import type { PendingQuery, Row } from 'postgres'
import type { Tx } from '../../db/connection.ts'

type Fragment = PendingQuery<Row[]>

/**
 * What bills come to, as two laterals `t` (bills_count, issued, collected, residue) and `o` (overdue) for a `from`.
 * `whose` says which bills `b`, in words that an index leading with customer_id serves. Cents; drafts and cancelled bills
 * count nothing; overdue is what has passed its date of the bills whose state is overdue, not their later instalments.
 */
export const billTotals = (tx: Tx, whose: Fragment): Fragment => tx`
  lateral (
    select count(*) filter (where b.phase not in ('draft', 'cancelled')) as bills_count,
      coalesce(sum(b.amount) filter (where b.phase not in ('draft', 'cancelled')), 0)::bigint as issued,
      coalesce(sum(b.settled), 0)::bigint as collected,
      coalesce(sum(b.residue), 0)::bigint as residue
    from bills b where ${whose}
  ) t
  cross join lateral (
    select coalesce(sum(i.amount - i.settled), 0)::bigint as overdue
    from bills b
    join bill_instalments i on i.customer_id = b.customer_id and i.bill_id = b.bill_id and i.due_date < today()
    where ${whose} and b.phase in ('open', 'partly_paid') and b.next_due_date < today()
  ) o`
