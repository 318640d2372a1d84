/* Two figures that had no definition of their own: what falls due in the next thirty days, and the corrections of money
   that was registered on an earlier day. */

-- How many days ahead falling_due looks; domain/bills/owed.ts has the same number.
create function falling_due_days() returns integer language sql immutable return 30;

-- falling_due: the part of `due` whose day is from today to thirty days on, whatever else of the bill is overdue.
create or replace view owed_instalments with (security_invoker = true) as
select i.customer_id, b.account_id, b.subject_id, i.bill_id, i.instalment_id, i.position, i.due_date,
  i.amount - i.settled as due,
  case when i.due_date < today() then i.amount - i.settled else 0 end as overdue,
  -- next_due_date is that of the oldest unsettled instalment: once it has passed, the bill is overdue.
  case when i.due_date < today() or i.due_date = b.next_due_date then i.amount - i.settled else 0 end as due_now,
  i.pending,
  case when i.due_date between today() and today() + falling_due_days() then i.amount - i.settled else 0 end as falling_due
from bills b
join bill_instalments i on i.customer_id = b.customer_id and i.bill_id = b.bill_id
where b.residue > 0 and i.settled < i.amount;

create or replace view owed_bills with (security_invoker = true) as
select o.customer_id, o.account_id, o.subject_id, o.bill_id,
  sum(o.due)::bigint as residue, sum(o.overdue)::bigint as overdue, sum(o.due_now)::bigint as due_now,
  sum(o.pending)::bigint as pending, sum(o.falling_due)::bigint as falling_due
from owed_instalments o
group by o.customer_id, o.account_id, o.subject_id, o.bill_id;

/* The money that reversals of registrations, and the registrations in their place, moved in the books (`gross`, as in
   money_lines). They are posted on `day`, the day of the correction; the money came on `received_on`. A period's collections leave out
   the corrections of money that came before the period: they stand apart. */
create view money_corrections with (security_invoker = true) as
-- Two selects, so that each is found by the payment's index.
select e.customer_id, e.account_id, e.subject_id, e.payment_id, e.entry_id, e.day,
  (p.settled_at at time zone 'Europe/Rome')::date as received_on, -p.amount as gross
from collection_reversals v
join payments p on p.customer_id = v.customer_id and p.payment_id = v.payment_id
join ledger_entries e on e.customer_id = p.customer_id and e.payment_id = p.payment_id and e.kind = 'collection_reversed'
union all
select e.customer_id, e.account_id, e.subject_id, e.payment_id, e.entry_id, e.day,
  (p.settled_at at time zone 'Europe/Rome')::date, p.amount
from collection_reversals v
join payments p on p.customer_id = v.customer_id and p.payment_id = v.replaced_by
join ledger_entries e on e.customer_id = p.customer_id and e.payment_id = p.payment_id and e.kind = 'collection';
grant select on money_corrections to saldo_consumer, saldo_customer, saldo_super, saldo_system;
