import type { Tx } from '../../../db/connection.ts'
import type { Part } from './instalment-money.ts'

/**
 * Records on instalments how much of `parts` came back: by a returned debit or a lost dispute (`returned`), or by a
 * refund (`refunded`). Call it after the allocation was reduced. PostgreSQL lowers these amounts when the instalment is
 * settled again, and the bill's phase follows.
 */
export async function recordReturnedMoney(
  tx: Tx,
  parts: readonly Part[],
  what: 'returned' | 'refunded',
): Promise<void> {
  const rows = parts.filter(({ amount }) => amount > 0)
  if (rows.length === 0) return
  await tx`
    update bill_instalments i set ${tx(what)} = ${tx(`i.${what}`)} + c.amount
    from unnest(${rows.map(({ instalment_id }) => instalment_id)}::bigint[], ${rows.map(({ amount }) => amount)}::bigint[])
      as c (instalment_id, amount)
    where i.instalment_id = c.instalment_id`
}

/** Updates `disputed` of these bills: whether a payment that settles them is under dispute. */
export async function updateDisputedBills(tx: Tx, bill_ids: readonly number[]): Promise<void> {
  await tx`
    update bills b set disputed = d.disputed
    from (
      select o.bill_id, exists (
        select from allocation_parts s
        join payment_allocations a on a.customer_id = s.customer_id and a.allocation_id = s.allocation_id and a.current
        join payments p on p.customer_id = a.customer_id and p.payment_id = a.payment_id and p.state = 'disputed'
        where s.customer_id = o.customer_id and s.bill_id = o.bill_id) as disputed
      from bills o where o.bill_id = any (${[...bill_ids]}::bigint[])
    ) d
    where b.bill_id = d.bill_id and b.disputed <> d.disputed`
}
