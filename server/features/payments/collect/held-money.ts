import type { Held } from '@saldo/domain/payments/why-not-placed'
import type { Tx } from '../../../db/connection.ts'

/** What payments under way and disputes hold of these bills, in the order of their numbers. */
export const heldMoney = (tx: Tx, bill_ids: readonly number[]): Promise<(Held & { bill_id: number })[]> => tx`
  select b.bill_id, b.number as bill_number, h.amount, h.because, h.method
  from bills b
  cross join lateral (
    select b.pending as amount, 'pending' as because,
      (select p.method from payment_bills w
        join payments p on p.customer_id = w.customer_id and p.payment_id = w.payment_id
        where w.customer_id = b.customer_id and w.bill_id = b.bill_id
          and p.state in ('created', 'requires_action', 'processing', 'unknown')
        order by p.payment_id desc limit 1) as method
    where b.pending > 0
    union all
    select coalesce((select d.disputed from disputed_bills d
      where d.customer_id = b.customer_id and d.bill_id = b.bill_id), 0), 'disputed', null
    where b.phase = 'disputed'
  ) h
  where b.bill_id = any(${[...bill_ids]}::bigint[])
  order by b.number, b.bill_id, h.because`
