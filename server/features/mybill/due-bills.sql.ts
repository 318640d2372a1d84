import { mostGroups, mostTogether } from '@saldo/domain/payments/pay-together'
import type { Tx } from '../../db/connection.ts'
import { payableOf } from '../bills/money/payable-of.ts'

/**
 * The bills that the actor can pay now, oldest due first: of each person in a condominium as many as one payment takes, of
 * so many condominiums as one act takes. `left_out`: how many there are besides.
 */
export async function dueBills(tx: Tx): Promise<{ ids: number[]; left_out: number }> {
  const rows = await tx<{ bill_id: number; total: number }[]>`
    with due as (
      select b.bill_id, b.customer_id, b.account_id, b.subject_id, b.next_due_date
      from bills b where b.phase not in ('draft', 'cancelled', 'paid') and b.residue > 0 and ${payableOf(tx)} > 0
    ), placed as (
      select due.*, count(*) over () as total,
        row_number() over by_group as place,
        first_value(next_due_date) over by_group as first_date, first_value(bill_id) over by_group as first_bill
      from due
      window by_group as (partition by customer_id, account_id, subject_id order by next_due_date, bill_id)
    ), grouped as (
      select placed.*, dense_rank() over (order by first_date, first_bill) as in_group from placed
    )
    select bill_id, total::int as total from grouped
    where place <= ${mostTogether} and in_group <= ${mostGroups} order by next_due_date, bill_id`
  return { ids: rows.map(({ bill_id }) => bill_id), left_out: (rows[0]?.total ?? 0) - rows.length }
}
