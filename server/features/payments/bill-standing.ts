import type { Tx } from '../../db/connection.ts'
import type { Part } from './allocate-payment.ts'

/** `standing` of the bills of `parts`: what their last payment came to. */
export async function setStanding(
  tx: Tx,
  parts: readonly Part[],
  standing: 'regular' | 'returned' | 'refunded' | 'disputed',
) {
  await tx`
    update bills b set standing = ${standing}
    where b.bill_id = any (${parts.map(({ bill_id }) => bill_id)}::bigint[]) and b.standing <> ${standing}
      and (${standing} = 'disputed' or not exists (
        select from payment_bills pb
        join payments p on p.customer_id = pb.customer_id and p.payment_id = pb.payment_id
        where pb.customer_id = b.customer_id and pb.bill_id = b.bill_id and p.state = 'disputed'))`
}

/**
 * After money was given back: a bill of which nothing is settled any more says so, others are as regular as before. A bill
 * under dispute stays that until the bank decides.
 */
export async function standAfterRefund(tx: Tx, bill_ids: readonly number[]): Promise<void> {
  await tx`
    update bills set standing = case when settled = 0 then 'refunded' else 'regular' end
    where bill_id = any (${[...bill_ids]}::bigint[]) and standing <> 'disputed'`
}

/** After such a refund failed: what was given back pays again. */
export async function standAsBefore(tx: Tx, bill_ids: readonly number[]): Promise<void> {
  await tx`
    update bills set standing = 'regular' where bill_id = any (${[...bill_ids]}::bigint[]) and standing = 'refunded'`
}

/** After a dispute of `payment_id` was decided; a bill that another payment's dispute concerns goes on waiting for that. */
export async function standAfterDispute(
  tx: Tx,
  payment_id: number,
  bill_ids: readonly number[],
  standing: 'regular' | 'returned',
): Promise<void> {
  await tx`
    update bills b set standing = ${standing}
    where b.bill_id = any (${[...bill_ids]}::bigint[]) and not exists (
      select from payment_bills pb
      join payments p on p.customer_id = pb.customer_id and p.payment_id = pb.payment_id
      where pb.customer_id = b.customer_id and pb.bill_id = b.bill_id and p.state = 'disputed'
        and p.payment_id <> ${payment_id})`
}
