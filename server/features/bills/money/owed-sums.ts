import type { Tx } from '../../../db/connection.ts'

/**
 * Sums over bills `b` of a list, in cents: residue (*da incassare*), and of it overdue (*scaduto*), falling due within
 * thirty days (*in scadenza*) and pending (*in corso*). They are the amounts of `owed_bills`, looked up only for the bills that have them, so that an index serves the
 * rest.
 */
export const owedSums = (tx: Tx) => tx`
  coalesce(sum(b.residue), 0)::bigint as residue,
  coalesce(sum((select o.overdue from owed_bills o where o.customer_id = b.customer_id and o.bill_id = b.bill_id))
    filter (where b.residue > 0 and b.next_due_date < today()), 0)::bigint as overdue,
  coalesce(sum((select o.falling_due from owed_bills o where o.customer_id = b.customer_id and o.bill_id = b.bill_id))
    filter (where b.residue > 0 and b.next_due_date <= today() + falling_due_days()), 0)::bigint as falling_due,
  coalesce(sum((select o.pending from owed_bills o where o.customer_id = b.customer_id and o.bill_id = b.bill_id))
    filter (where b.residue > 0 and b.phase in ('pending', 'disputed')), 0)::bigint as pending`

/** What disputes hold of bills `b` (*contestato*), in cents: settled, until the payer's bank decides. */
export const disputedSum = (tx: Tx) => tx`
  coalesce(sum((select d.disputed from disputed_bills d where d.customer_id = b.customer_id and d.bill_id = b.bill_id))
    filter (where b.phase = 'disputed'), 0)::bigint as disputed`
