import type { BillDetail } from '@saldo/contract/bills/bills'
import { rfOfBill } from '@saldo/domain/sepa/creditor-reference'
import type { Tx } from '../../db/connection.ts'
import { notFound } from '../../http/errors.ts'
import { billsList } from './bills-list.ts'
import { creditNotesOf } from './credit-notes-of-bill.ts'
import { paymentsOfBill } from './payments-of-bill.ts'

/** A bill with everything that belongs to it, timeline oldest first; 404 when it is not visible to the actor. */
export async function billDetail(tx: Tx, bill_id: number): Promise<BillDetail> {
  const [[bill], instalments, lines, payments, credit_notes, timeline] = await Promise.all([
    tx`
      select ${billsList.select(tx)}, coalesce(w.overdue, 0) as overdue, coalesce(w.due_now, 0) as due_now,
        coalesce((select d.disputed from disputed_bills d
          where d.customer_id = b.customer_id and d.bill_id = b.bill_id), 0) as disputed, 
        case when actor_reads('subjects') then s.fiscal_code end as subject_fiscal_code,
        shown_addresses(s.email) as subject_email, b.created_at,
        b.updated_at,
        (select json_build_object('bill_id', o.bill_id, 'number', o.number) from bills o
          where o.customer_id = b.customer_id and o.bill_id = b.reissued_bill_id) as reissue_of,
        (select json_build_object('bill_id', o.bill_id, 'number', o.number) from bills o
          where o.customer_id = b.customer_id and o.reissued_bill_id = b.bill_id and o.status <> 'cancelled') as reissued_as
      from ${billsList.from(tx)}
      left join owed_bills w on w.customer_id = b.customer_id and w.bill_id = b.bill_id
      where b.bill_id = ${bill_id}`,
    instalmentsOf(tx, bill_id),
    linesOf(tx, bill_id),
    paymentsOfBill(tx, bill_id),
    creditNotesOf(tx, bill_id),
    tx<BillDetail['timeline']>`
      select at, kind, shown_addresses(text) as text, actor from bill_events
      where customer_id = (select customer_id from bills where bill_id = ${bill_id}) and bill_id = ${bill_id}
      order by event_id`,
  ])
  if (!bill) throw notFound('La bolletta')
  return {
    ...(bill as Omit<
      BillDetail,
      'instalments' | 'lines' | 'payments' | 'credit_notes' | 'timeline' | 'reference'
    >),
    reference: rfOfBill(bill.number),
    instalments,
    lines,
    payments,
    credit_notes,
    timeline,
  }
}

export const instalmentsOf = (tx: Tx, bill_id: number) => tx<BillDetail['instalments']>`
  select instalment_id, position, due_date, amount, settled, pending
  from bill_instalments where bill_id = ${bill_id} order by position`

export const linesOf = (tx: Tx, bill_id: number) => tx<BillDetail['lines']>`
  select position, description, amount from bill_lines where bill_id = ${bill_id} order by position`
