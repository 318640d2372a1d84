-- The sums of what is owed, once: instalment by instalment, and bill by bill; and what disputes hold, which is shown apart.

-- pending: the part of `due` that payments under way hold (in corso).
create or replace view owed_instalments with (security_invoker = true) as
select i.customer_id, b.account_id, b.subject_id, i.bill_id, i.instalment_id, i.position, i.due_date,
  i.amount - i.settled as due,
  case when i.due_date < today() then i.amount - i.settled else 0 end as overdue,
  -- next_due_date is that of the oldest unsettled instalment: once it has passed, the bill is overdue.
  case when i.due_date < today() or i.due_date = b.next_due_date then i.amount - i.settled else 0 end as due_now,
  i.pending
from bills b
join bill_instalments i on i.customer_id = b.customer_id and i.bill_id = b.bill_id
where b.residue > 0 and i.settled < i.amount;

/* The sums of owed_instalments of each bill that is still owed. Sums of a person, a condominium or a list add these; the
   domain's owedOf computes the same of one bill. */
create view owed_bills with (security_invoker = true) as
select o.customer_id, o.account_id, o.subject_id, o.bill_id,
  sum(o.due)::bigint as residue, sum(o.overdue)::bigint as overdue, sum(o.due_now)::bigint as due_now,
  sum(o.pending)::bigint as pending
from owed_instalments o
group by o.customer_id, o.account_id, o.subject_id, o.bill_id;
grant select on owed_bills to saldo_link, saldo_consumer, saldo_customer, saldo_super, saldo_system;

/* What disputes hold of the settled money of bills, until the payer's bank decides (contestato). It is not owed meanwhile;
   if the dispute is lost, it is owed again. */
create view disputed_bills with (security_invoker = true) as
select b.customer_id, b.account_id, b.subject_id, b.bill_id, sum(s.amount)::bigint as disputed
from bills b
join allocation_parts s on s.customer_id = b.customer_id and s.bill_id = b.bill_id
join payment_allocations a on a.customer_id = s.customer_id and a.allocation_id = s.allocation_id and a.current
join payments p on p.customer_id = a.customer_id and p.payment_id = a.payment_id and p.state = 'disputed'
where b.disputed
group by b.customer_id, b.account_id, b.subject_id, b.bill_id;
grant select on disputed_bills to saldo_customer, saldo_super, saldo_system;
create index bills_disputed on bills (customer_id, account_id, subject_id, bill_id) where disputed;
