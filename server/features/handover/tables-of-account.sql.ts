import type { HandoverTableName } from '@saldo/domain/handover/format'
import type { PendingQuery, Row } from 'postgres'
import type { Tx } from '../../db/connection.ts'

type Of = { customer_id: number; account_id: number }
type Query = (tx: Tx, of: Of) => PendingQuery<Row[]>

/** The people whom something of the condominium names. */
const peopleOf = (tx: Tx, { customer_id, account_id }: Of) => tx`
  select subject_id from right_holders where customer_id = ${customer_id} and account_id = ${account_id}
  union select subject_id from bills where customer_id = ${customer_id} and account_id = ${account_id}
  union select subject_id from payments where customer_id = ${customer_id} and account_id = ${account_id}
  union select subject_id from subject_credits
    where customer_id = ${customer_id} and account_id = ${account_id} and balance > 0
  union select subject_id from mandates
    where customer_id = ${customer_id} and account_id = ${account_id} and provider_account = 'bank'`

/** Money that arrived, or is on its way. An attempt that failed before any money came is nothing to hand over. */
export const paymentsOf = (tx: Tx, { customer_id, account_id }: Of) => tx`
  p.customer_id = ${customer_id} and p.account_id = ${account_id}
  and (p.settled_at is not null or p.state in ('processing', 'unknown'))`

const yesNo = (tx: Tx, condition: PendingQuery<Row[]>) => tx`case when ${condition} then 'yes' else 'no' end`

/** The rows of each table of a ZIP, with the fields of domain/handover/format.ts. Money in cents. */
export const rowsOf: Readonly<Record<HandoverTableName, Query>> = {
  account: (tx, { account_id }) => tx`
    select name, fiscal_code, iban, creditor_id, address, house_number, zip_code, city, prov, email, phone
    from accounts where account_id = ${account_id}`,
  people: (tx, of) => tx`
    select subject_id, nominative, fiscal_code, email, pec, phone, address, house_number, zip_code, city, prov
    from subjects where customer_id = ${of.customer_id} and subject_id in (${peopleOf(tx, of)}) order by subject_id`,
  units: (tx, { customer_id, account_id }) => tx`
    select unit_id, staircase, number, floor, use, cadastral_sheet, cadastral_parcel, cadastral_subunit,
      cadastral_category, notes
    from units where customer_id = ${customer_id} and account_id = ${account_id} order by position, unit_id`,
  holders: (tx, { customer_id, account_id }) => tx`
    select unit_id, subject_id, right_kind, share_numerator, share_denominator, since, until,
      ${yesNo(tx, tx`pays`)} as pays
    from right_holders where customer_id = ${customer_id} and account_id = ${account_id}
    order by unit_id, right_holder_id`,
  weight_tables: (tx, { customer_id, account_id }) => tx`
    select weight_table_id, name, kind from weight_tables
    where customer_id = ${customer_id} and account_id = ${account_id} order by position, weight_table_id`,
  weights: (tx, { customer_id, account_id }) => tx`
    select weight_table_id, unit_id, weight from weights
    where customer_id = ${customer_id} and account_id = ${account_id} order by weight_table_id, unit_id`,
  bills: (tx, { customer_id, account_id }) => tx`
    select b.bill_id, b.number, b.subject_id, b.unit, b.description, b.issue_date, b.status, b.amount, b.settled,
      b.residue, coalesce(o.overdue, 0)::bigint as overdue, b.pending, ${yesNo(tx, tx`b.disputed`)} as disputed
    from bills b
    left join owed_bills o on o.customer_id = b.customer_id and o.bill_id = b.bill_id
    where b.customer_id = ${customer_id} and b.account_id = ${account_id} order by b.bill_id`,
  lines: (tx, { customer_id, account_id }) => tx`
    select l.bill_id, l.position, l.description, l.amount
    from bills b join bill_lines l on l.customer_id = b.customer_id and l.bill_id = b.bill_id
    where b.customer_id = ${customer_id} and b.account_id = ${account_id} order by l.bill_id, l.position`,
  instalments: (tx, { customer_id, account_id }) => tx`
    select i.bill_id, i.position, i.due_date, i.amount, i.settled, i.pending, i.returned, i.refunded
    from bills b join bill_instalments i on i.customer_id = b.customer_id and i.bill_id = b.bill_id
    where b.customer_id = ${customer_id} and b.account_id = ${account_id} order by i.bill_id, i.position`,
  credit_notes: (tx, { customer_id, account_id }) => tx`
    select number, issue_date, bill_id, amount, reason from credit_notes
    where customer_id = ${customer_id} and account_id = ${account_id} order by credit_note_id`,
  payments: (tx, of) => tx`
    select p.payment_id, (coalesce(p.settled_at, p.created_at) at time zone 'Europe/Rome')::date as day, p.method,
      p.state, p.subject_id, p.payer_name, p.amount, p.refunded, r.number as receipt_number, p.reference
    from payments p left join receipts r on r.customer_id = p.customer_id and r.payment_id = p.payment_id
    where ${paymentsOf(tx, of)} order by p.payment_id`,
  payment_bills: (tx, of) => tx`
    select p.payment_id, t.bill_id, sum(t.amount)::bigint as amount
    from payments p
    join payment_allocations a on a.customer_id = p.customer_id and a.payment_id = p.payment_id and a.current
    join allocation_parts t on t.customer_id = a.customer_id and t.allocation_id = a.allocation_id
    where ${paymentsOf(tx, of)} group by 1, 2 order by 1, 2`,
  refunds: (tx, of) => tx`
    select f.payment_id, coalesce(f.returned_on, (f.created_at at time zone 'Europe/Rome')::date) as day, f.amount, f.way,
      f.state, f.reason
    from payments p join refunds f on f.customer_id = p.customer_id and f.payment_id = p.payment_id
    where ${paymentsOf(tx, of)} order by f.refund_id`,
  credits: (tx, { customer_id, account_id }) => tx`
    select subject_id, balance as amount from subject_credits
    where customer_id = ${customer_id} and account_id = ${account_id} and balance > 0 order by subject_id`,
  movements: (tx, { customer_id, account_id }) => tx`
    select booked_on, value_on, amount, party_name, party_iban, nullif(text, '') as text, matched
    from bank_movements where customer_id = ${customer_id} and account_id = ${account_id}
    order by booked_on, movement_id`,
  mandates: (tx, { customer_id, account_id }) => tx`
    select mandate_id, subject_id, umr, debtor_name, debtor_iban, creditor_id, signed_on, signing, state,
      ${yesNo(tx, tx`one_off`)} as one_off, (last_used_at at time zone 'Europe/Rome')::date as last_used,
      'mandati/' || mandate_id || '-prova.txt' as proof_file, scan_path, scan_mime,
      is_file_infected(scan_path) as scan_infected
    from mandates where customer_id = ${customer_id} and account_id = ${account_id} and provider_account = 'bank'
    order by mandate_id`,
  documents: (tx, { customer_id, account_id }) => tx`
    select document_id, type, file_name, (created_at at time zone 'Europe/Rome')::date as day, file_path, mime, scan
    from documents where customer_id = ${customer_id} and account_id = ${account_id} order by document_id`,
}
