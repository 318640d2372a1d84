import type { ReceiptTotals } from '@saldo/contract/reports/receipts-export'
import type { Tx } from '../../db/connection.ts'
import type { ReceiptMovement } from './receipt.ts'

/** Which receipts: accounting days, both included; without a condominium, all that the actor sees. */
export type Period = { from: string; to: string; account_id?: number | undefined }

/**
 * The movements of a period: what `money_lines` counts, so that their sum is what every report says was collected. A
 * movement is one act, on one payment if it has one: the collection with its fees, a reversal, a refund, a return. Acts that move no
 * money (a credit that is used, a payment that is moved to another bill) are none. `correction`: of money that came in
 * before the period or in an earlier month, as in the reports.
 */
const movements = (tx: Tx, { from, to, account_id }: Period) => tx`
  with money as (
    select m.customer_id, m.entry_id, sum(m.gross - m.given_back - m.taken_back)::bigint as gross,
      sum(m.fees)::bigint as fee
    from money_lines m
    where m.day >= ${from} and m.day <= ${to} ${account_id ? tx`and m.account_id = ${account_id}` : tx``}
    group by m.customer_id, m.entry_id
    having sum(m.gross - m.given_back - m.taken_back) <> 0 or sum(m.fees) <> 0
  ), grouped as (
    select e.customer_id, e.account_id, e.payment_id, min(e.subject_id) as subject_id, e.day, e.source, k.kind,
      min(e.entry_id) as movement, sum(n.gross)::bigint as gross, sum(n.fee)::bigint as fee,
      array_agg(e.entry_id) filter (where n.gross <> 0) as entries
    from money n
    join ledger_entries e on e.customer_id = n.customer_id and e.entry_id = n.entry_id
    cross join lateral (select case
      when e.kind in ('collection', 'collection_fee', 'application_fee') then 'collection'
      when e.kind = 'collection_reversed' then 'reversal'
      when e.kind in ('refund', 'application_fee_back') then 'refund'
      when e.kind in ('return', 'return_fee') then 'return'
      when e.kind in ('dispute', 'dispute_fee') then 'dispute'
      when e.kind in ('refund_failed', 'dispute_won', 'dispute_lost') then e.kind
      else 'adjustment' end
    ) k (kind)
    group by e.customer_id, e.account_id, e.payment_id, e.day, e.source, k.kind
    having sum(n.gross) <> 0 or sum(n.fee) <> 0
  ), movements as (
    select g.*, exists (
      select from money_corrections c
      where c.customer_id = g.customer_id and c.payment_id = g.payment_id and c.entry_id = g.movement
        and c.received_on < greatest(first_of_month(g.day), ${from}::date)) as correction
    from grouped g
  )`

/** Count and sums of the period. Cents. */
export async function receiptTotals(tx: Tx, of: Period): Promise<ReceiptTotals> {
  const [row] = await tx<ReceiptTotals[]>`
    ${movements(tx, of)}
    select count(*)::int as count, coalesce(sum(gross), 0)::bigint as gross, coalesce(sum(fee), 0)::bigint as fee,
      coalesce(sum(gross - fee), 0)::bigint as net,
      coalesce(sum(gross) filter (where not correction), 0)::bigint as collected,
      coalesce(sum(gross) filter (where correction), 0)::bigint as corrected
    from movements`
  return row as ReceiptTotals
}

/**
 * The movements with all that the file may say of them, in order of day, in batches from a cursor: memory does not grow
 * with their number. What the actor may not see (a person, a bill) is null; the movement itself is never left out.
 * `heads`: with the lines of each bill, and what of it was settled before.
 */
export function receiptMovements(
  tx: Tx,
  of: Period & { heads: boolean; limit?: number },
): AsyncIterable<ReceiptMovement[]> {
  const heads = tx`
    'before', (
      select coalesce(-sum(l.amount), 0) from ledger_lines l
      join ledger_entries e on e.customer_id = l.customer_id and e.entry_id = l.entry_id
      where l.customer_id = m.customer_id and l.bill_id = x.bill_id and l.ledger_account = 'receivables'
        and e.kind not in ('issue', 'amendment', 'credit_note', 'cancellation')
        and (e.day, e.entry_id) < (m.day, m.movement)),
    'lines', (
      select jsonb_agg(jsonb_build_object('head', h.description, 'amount', h.amount) order by h.position)
      from bill_lines h where h.customer_id = m.customer_id and h.bill_id = x.bill_id),`
  return tx<ReceiptMovement[]>`
    ${movements(tx, of)}
    select m.movement, m.day, m.kind, m.correction, m.gross, m.fee, m.payment_id,
      (p.settled_at at time zone 'Europe/Rome')::date as received_on,
      case when m.kind = 'collection' then bank.value_on end as value_on,
      coalesce(p.method, 'BANK_TRANSFER') as method, p.payer_name, coalesce(bank.reference, sent.reference, debit.reference, p.reference) as reference,
      m.account_id, a.name as account_name, a.fiscal_code as account_fiscal_code,
      s.nominative as person_name, s.fiscal_code as person_fiscal_code, parts.list as parts
    from movements m
    -- Credit that is given back belongs to no payment; it leaves by bank transfer, as in monthly_figures.
    left join payments p on p.customer_id = m.customer_id and p.payment_id = m.payment_id
    left join accounts a on a.customer_id = m.customer_id and a.account_id = m.account_id
    left join subjects s on s.customer_id = m.customer_id and s.subject_id = m.subject_id
    left join lateral (
      select coalesce(b.bank_reference, b.end_to_end_id) as reference, b.value_on
      from movement_matches k
      join bank_movements b on b.customer_id = k.customer_id and b.movement_id = k.movement_id
      where k.customer_id = m.customer_id and k.payment_id = m.payment_id
      order by k.undone_at desc nulls first, k.match_id desc limit 1
    ) bank on true
    left join lateral (
      select t.provider_object as reference from payment_attempts t
      where t.customer_id = m.customer_id and t.payment_id = m.payment_id and t.provider_object is not null
      order by 'attempt:' || t.attempt_id = m.source desc, t.attempt_id desc limit 1
    ) sent on true
    left join lateral (
      select d.end_to_end_id as reference from debits d
      where d.customer_id = m.customer_id and d.payment_id = m.payment_id and d.end_to_end_id is not null limit 1
    ) debit on true
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('what', x.what, 'bill_id', x.bill_id, 'amount', x.amount,
        'number', b.number, 'unit', b.unit, 'description', b.description, ${of.heads ? heads : tx``}
        'instalments', (
          select coalesce(jsonb_agg(distinct i.position), '[]')
          from payment_allocations v
          join allocation_parts q on q.customer_id = v.customer_id and q.allocation_id = v.allocation_id
          join bill_instalments i on i.customer_id = q.customer_id and i.instalment_id = q.instalment_id
          where v.customer_id = m.customer_id and v.payment_id = m.payment_id and q.bill_id = x.bill_id
            and v.version = (
              select min(w.version) from payment_allocations w
              join allocation_parts y on y.customer_id = w.customer_id and y.allocation_id = w.allocation_id
              where w.customer_id = m.customer_id and w.payment_id = m.payment_id and y.bill_id = x.bill_id))
        ) order by x.bill_id nulls last, x.what), '[]') as list
      from (
        -- The other side of the money: the accounts that money_lines adds up.
        select l.ledger_account as what, l.bill_id, -sum(l.amount)::bigint as amount
        from ledger_lines l
        where l.customer_id = m.customer_id and l.entry_id = any(m.entries)
          and l.ledger_account in ('receivables', 'billed', 'opening', 'subject_credit', 'disputed')
        group by 1, 2 having sum(l.amount) <> 0
      ) x
      left join bills b on b.customer_id = m.customer_id and b.bill_id = x.bill_id
    ) parts
    order by m.day, m.movement
    ${of.limit ? tx`limit ${of.limit}` : tx``}`.cursor(500)
}
