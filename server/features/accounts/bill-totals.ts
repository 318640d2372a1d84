import type { PendingQuery, Row } from 'postgres'
import type { Tx } from '../../db/connection.ts'

type Fragment = PendingQuery<Row[]>

/** A figure of bills; null, never zero, for a sub-user who may not read bills. */
export const ofBills = (tx: Tx, figure: Fragment): Fragment =>
  tx`case when not is_subuser() or actor_may(array['bills:read']) then ${figure} end`

/**
 * Totals of bills, as laterals for a `from`: `t` (bills_count, issued, collected, residue), `o` (overdue, pending) and `d`
 * (disputed). `whose` is the condition on the bills `b`, by customer_id, account_id or subject_id; write it so that an
 * index that begins with customer_id serves it. In cents. Drafts and cancelled bills do not count. `collected` is what
 * was settled of the bills, whenever it came in, and `disputed` the part of it that disputes hold; `residue`, `overdue`
 * and `pending` are those of `owed_instalments`. All null for a sub-user who may not read bills.
 */
export const billTotals = (tx: Tx, whose: Fragment): Fragment => tx`
  lateral (
    select ${ofBills(tx, tx`count(*) filter (where b.phase not in ('draft', 'cancelled'))`)} as bills_count,
      ${ofBills(tx, tx`coalesce(sum(b.amount) filter (where b.phase not in ('draft', 'cancelled')), 0)::bigint`)} as issued,
      ${ofBills(tx, tx`coalesce(sum(b.settled), 0)::bigint`)} as collected,
      ${ofBills(tx, tx`coalesce(sum(b.residue), 0)::bigint`)} as residue
    from bills b where ${whose}
  ) t
  cross join lateral (
    select ${ofBills(tx, tx`coalesce(sum(b.overdue), 0)::bigint`)} as overdue,
      ${ofBills(tx, tx`coalesce(sum(b.pending), 0)::bigint`)} as pending
    from owed_instalments b where ${whose}
  ) o
  cross join lateral (
    select ${ofBills(tx, tx`coalesce(sum(b.disputed), 0)::bigint`)} as disputed from disputed_bills b where ${whose}
  ) d`

/** The columns of these totals that say what is owed. */
export const owedColumns = (tx: Tx): Fragment => tx`t.residue, o.overdue, o.pending, d.disputed`

/** Their sums over a list of people or condominiums. */
export const owedColumnSums = (tx: Tx): Fragment => tx`
  ${ofBills(tx, tx`coalesce(sum(t.residue), 0)`)} as residue, ${ofBills(tx, tx`coalesce(sum(o.overdue), 0)`)} as overdue,
  ${ofBills(tx, tx`coalesce(sum(o.pending), 0)`)} as pending, ${ofBills(tx, tx`coalesce(sum(d.disputed), 0)`)} as disputed`
