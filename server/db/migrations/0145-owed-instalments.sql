/* What is owed, instalment by instalment of the issued bills, as whoever asks may see them; its sums are the figures of every
   screen, letter and file. The domain's owedOf says the same, and a test holds the two equal. Cents.
   due: still to be paid, what is under way included (residuo).
   overdue: the same, of an instalment due before today in Rome, whatever befell its bill (scaduto).
   due_now: what is overdue of the bill if anything is, else what falls due next (da pagare ora). */
create view owed_instalments with (security_invoker = true) as
select i.customer_id, b.account_id, b.subject_id, i.bill_id, i.instalment_id, i.position, i.due_date,
  i.amount - i.settled as due,
  case when i.due_date < today() then i.amount - i.settled else 0 end as overdue,
  -- next_due_date is that of the oldest unsettled instalment: the bill is late when that has passed.
  case when i.due_date < today() or i.due_date = b.next_due_date then i.amount - i.settled else 0 end as due_now
from bills b
join bill_instalments i on i.customer_id = b.customer_id and i.bill_id = b.bill_id
where b.residue > 0 and i.settled < i.amount;
grant select on owed_instalments to saldo_link, saldo_consumer, saldo_customer, saldo_super, saldo_system;

-- Bills that still ask for something, by when: those that came back or are being paid are owed as well.
create index bills_owed on bills (customer_id, next_due_date, bill_id) where residue > 0;
drop index bills_unsettled;
