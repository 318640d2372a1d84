import type { Allocation } from '@saldo/contract/payments/allocations'
import type { Tx } from '../../../db/connection.ts'

/** All versions of a payment's allocation, the current one first. In cents. */
export async function allocationsOf(tx: Tx, payment_id: number): Promise<Allocation[]> {
  return tx<Allocation[]>`
    select a.version, a.rule, a.reason, a.actor, a.at, a.credit,
      coalesce((
        select json_agg(json_build_object('bill_id', s.bill_id, 'bill_number', b.number, 'instalment_id', s.instalment_id,
          'due_date', i.due_date, 'amount', s.amount) order by i.due_date, s.bill_id, i.position)
        from allocation_parts s
        join bill_instalments i on i.instalment_id = s.instalment_id
        join bills b on b.customer_id = s.customer_id and b.bill_id = s.bill_id
        where s.customer_id = a.customer_id and s.allocation_id = a.allocation_id), '[]') as parts
    from payment_allocations a
    where a.customer_id = (select customer_id from payments where payment_id = ${payment_id}) and a.payment_id = ${payment_id}
    order by a.version desc`
}
