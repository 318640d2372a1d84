import type { Held } from '@saldo/domain/payments/why-not-placed'
import type { Tx } from '../../../db/connection.ts'

/** What payments under way and disputes hold of these bills, in the order of their numbers. */
export const heldMoney = (tx: Tx, bill_ids: readonly number[]): Promise<(Held & { bill_id: number })[]> => tx`
  select b.bill_id, b.number as bill_number,
    case when b.phase = 'disputed' then coalesce(d.disputed, 0) else b.pending end as amount,
    case when b.phase = 'disputed' then 'disputed' else 'pending' end as because,
    (select p.method from payment_bills w
      join payments p on p.customer_id = w.customer_id and p.payment_id = w.payment_id
      where b.phase <> 'disputed' and w.customer_id = b.customer_id and w.bill_id = b.bill_id
        and p.state in ('created', 'requires_action', 'processing', 'unknown')
      order by p.payment_id desc limit 1) as method
  from bills b
  left join disputed_bills d on d.customer_id = b.customer_id and d.bill_id = b.bill_id
  where b.bill_id = any(${[...bill_ids]}::bigint[]) and (b.pending > 0 or b.phase = 'disputed')
  order by b.number, b.bill_id`
