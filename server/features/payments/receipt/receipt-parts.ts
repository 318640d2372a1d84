import type { Tx } from '../../../db/connection.ts'
import type { PaymentParts } from '../allocate/payment-parts.ts'

/** What a receipt says of the bills, as it was when the payment settled them. */
export type ReceiptParts = Pick<PaymentParts, 'parts' | 'residue'> & {
  /** The cents that settled no bill and became the person's credit. */
  credit: number
  /** The day on which somebody moved the payment to other debts; null: nobody did. */
  moved_on: string | null
}

/**
 * The instalments that a payment settled when its money arrived, and what then remained of their bills by the ledger. A
 * receipt is dated, so nothing that is posted later changes it: only entries up to the payment's own count, and of these
 * only those of the receipt's day or before. A correction counts on the day of the money that it corrects. Run it as the
 * system, after the caller was found to see the payment.
 */
export async function receiptParts(tx: Tx, payment_id: number): Promise<ReceiptParts> {
  const [parts, [left], [kept], [moved]] = await Promise.all([
    tx<PaymentParts['parts']>`
      select b.number as bill_number, b.description, b.unit, i.due_date, s.amount, i.amount - i.settled as residue
      from payment_allocations a
      join allocation_parts s on s.customer_id = a.customer_id and s.allocation_id = a.allocation_id
      join bill_instalments i on i.instalment_id = s.instalment_id
      join bills b on b.customer_id = i.customer_id and b.bill_id = i.bill_id
      where a.payment_id = ${payment_id} and a.version = 1
      order by i.due_date, b.bill_id, i.position`,
    tx<{ residue: number }[]>`
      with paid as (
        select p.customer_id, p.payment_id, (p.settled_at at time zone 'Europe/Rome')::date as day, s.bill_id,
          sum(s.amount) as amount
        from payments p
        join payment_allocations a on a.customer_id = p.customer_id and a.payment_id = p.payment_id and a.version = 1
        join allocation_parts s on s.customer_id = a.customer_id and s.allocation_id = a.allocation_id
        where p.payment_id = ${payment_id}
        group by p.customer_id, p.payment_id, p.settled_at, s.bill_id
      )
      select coalesce(sum(greatest(before.owed - p.amount, 0)), 0)::bigint as residue
      from paid p
      join bills b on b.customer_id = p.customer_id and b.bill_id = p.bill_id
      cross join lateral (
        select coalesce(sum(l.amount), 0) as owed
        from ledger_lines l
        join ledger_entries e on e.customer_id = l.customer_id and e.entry_id = l.entry_id
        left join money_corrections c on c.customer_id = e.customer_id and c.payment_id = e.payment_id
          and c.entry_id = e.entry_id
        where l.customer_id = p.customer_id and l.bill_id = p.bill_id and l.ledger_account = 'receivables'
          and coalesce(c.received_on, e.day) <= greatest(p.day, b.issue_date)
          and e.entry_id < (select min(own.entry_id) from ledger_entries own
            where own.customer_id = p.customer_id and own.payment_id = p.payment_id
              and own.kind in ('collection', 'credit_used', 'brought'))
      ) before`,
    tx<{ credit: number }[]>`
      select credit from payment_allocations where payment_id = ${payment_id} and version = 1`,
    tx<{ moved_on: string }[]>`
      select (max(at) at time zone 'Europe/Rome')::date as moved_on from payment_allocations
      where payment_id = ${payment_id} and version > 1 and rule = 'manual'
      having count(*) > 0`,
  ])
  return {
    parts: [...parts],
    residue: left?.residue ?? 0,
    credit: kept?.credit ?? 0,
    moved_on: moved?.moved_on ?? null,
  }
}
