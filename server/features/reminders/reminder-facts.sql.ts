import type { LetterBill, LetterParties } from '@saldo/domain/arrears/reminder-letter'
import type { RemindedPerson } from '@saldo/domain/arrears/reminder-plan'
import type { PendingQuery, Row } from 'postgres'
import type { Tx } from '../../db/connection.ts'

/**
 * Whose letters are asked for: all people of a condominium who owe something, the holders of these bills, or those of
 * these letters, which then do not count as being on their way.
 */
export type Selection =
  | { account_id: number }
  | { bill_ids: readonly number[] }
  | { reminder_ids: readonly number[] }

export type BillOfHolder = LetterBill &
  RemindedPerson &
  LetterParties & {
    bill_id: number
    customer_id: number
    account_id: number
    subject_id: number
    /** For a letter on paper. */
    postal_address: string | null
    has_user: boolean
  }

/** All bills of the selected holders that may ask for something, and the bills named, in the order of due dates. */
export const factsOf = (tx: Tx, customer_id: number, of: Selection) => tx<BillOfHolder[]>`
  with holders as (${holdersOf(tx, customer_id, of)})
  select b.bill_id, b.customer_id, b.account_id, b.subject_id, b.number, b.description, b.phase, b.next_due_date,
    a.name as account_name, s.nominative, c.business_name, s.email, s.user_id is not null as has_user,
    nullif(concat_ws(', ', nullif(concat_ws(' ', s.address, s.house_number), ''),
      nullif(concat_ws(' ', s.zip_code, s.city, '(' || s.prov || ')'), '')), '') as postal_address,
    s.email is not null and notice_email(s.customer_id, s.subject_id, s.email) is null as no_notices,
    coalesce(o.overdue, 0) as overdue, coalesce(o.due_now, 0) as due_now,
    b.pending > 0 or exists (select from debits d where d.customer_id = b.customer_id and d.bill_id = b.bill_id
      and d.state in ('planned', 'notified', 'started')) as under_way,
    exists (select from plan_bills p where p.customer_id = b.customer_id and p.bill_id = b.bill_id and p.open) as in_plan,
    of_bill.level, of_bill.noticed, of_bill.reminded_on,
    of_person.last_letter, of_person.open_letter, of_person.refused
  from holders h
  join bills b on b.customer_id = ${customer_id} and b.account_id = h.account_id and b.subject_id = h.subject_id
  join accounts a on a.customer_id = b.customer_id and a.account_id = b.account_id
  join subjects s on s.customer_id = b.customer_id and s.subject_id = b.subject_id
  join customers c on c.customer_id = b.customer_id
  left join owed_bills o on o.customer_id = b.customer_id and o.bill_id = b.bill_id
  cross join lateral (
    select coalesce(max(l.level), 0) as level, max(l.days) filter (where l.level = 0) as noticed,
      max(r.sent_on) filter (where l.level > 0) as reminded_on
    from reminder_bills l
    join reminders r on r.customer_id = l.customer_id and r.reminder_id = l.reminder_id
    where l.customer_id = b.customer_id and l.bill_id = b.bill_id and l.due_date = b.next_due_date and l.asked
      and ${reallySent(tx)}) of_bill
  cross join lateral (
    select max(r.sent_on) filter (where ${reallySent(tx)}) as last_letter,
      max(r.state) filter (where r.state in ('leaving', 'to_deliver') and ${anotherThan(tx, of)}) as open_letter,
      coalesce((array_agg(e.undelivered_at is not null order by r.reminder_id desc)
        filter (where r.channel = 'email' and r.state = 'sent' and r.to_address = s.email))[1], false) as refused
    from reminders r left join emails e on e.customer_id = r.customer_id and e.dedupe_key = r.email_key
    where r.customer_id = b.customer_id and r.account_id = b.account_id and r.subject_id = b.subject_id) of_person
  where b.phase in ('open', 'partly_paid', 'returned', 'refunded', 'pending', 'disputed')
    ${'bill_ids' in of ? tx`or b.bill_id = any(${[...of.bill_ids]}::bigint[])` : tx``}
  order by b.account_id, s.name_key, b.subject_id, b.next_due_date, b.bill_id`

/** Mailed and not rejected, or recorded as delivered. */
const reallySent = (tx: Tx): PendingQuery<Row[]> => tx`
  r.state = 'sent' and not exists (select from emails m
    where m.customer_id = r.customer_id and m.dedupe_key = r.email_key and m.undelivered_at is not null)`

const anotherThan = (tx: Tx, of: Selection): PendingQuery<Row[]> =>
  'reminder_ids' in of ? tx`r.reminder_id <> all(${[...of.reminder_ids]}::bigint[])` : tx`true`

function holdersOf(tx: Tx, customer_id: number, of: Selection): PendingQuery<Row[]> {
  if ('reminder_ids' in of)
    return tx`select distinct account_id, subject_id from reminders
      where customer_id = ${customer_id} and reminder_id = any(${[...of.reminder_ids]}::bigint[])`
  return tx`select distinct account_id, subject_id from bills where customer_id = ${customer_id}
    and ${'account_id' in of ? tx`account_id = ${of.account_id}` : tx`bill_id = any(${[...of.bill_ids]}::bigint[])`}`
}
