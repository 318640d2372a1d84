import type { PendingQuery, Row } from 'postgres'
import type { Tx } from '../../db/connection.ts'

type Fragment = PendingQuery<Row[]>

/**
 * What bills come to, as two laterals `t` (bills_count, issued, collected, residue) and `o` (overdue) for a `from`.
 * `whose` says which bills `b`, by customer_id, account_id or subject_id, in words that an index leading with customer_id
 * serves. Cents; drafts and cancelled bills count nothing; collected is what was settled of the bills, whenever it came in;
 * residue and overdue are those of `owed_instalments`.
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
    select coalesce(sum(b.overdue), 0)::bigint as overdue from owed_instalments b where ${whose}
  ) o`
