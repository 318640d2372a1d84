/* What each posting moved of the office's money, by the part it belongs to, as whoever asks may see it. The office's money is
   what lies at the bank, at the provider and with the platform: a transfer among these moves nothing, and using a credit is
   no money. A posting's lines elsewhere say what came in (credits) or went out (debits); their sums are:
   gross: what came in. given_back: refunds. taken_back: what a bank took back, what a dispute holds included.
   fees: the provider's, of disputes and returns too, and the platform's. net = gross - given_back - taken_back - fees, which is by
   how much the office's money changed. credit: the payers' credit that was used (with a payment by credit).
   One row a line of the ledger; only sums mean something. Cents, by the accounting day. */
create view money_lines with (security_invoker = true) as
select e.customer_id, e.account_id, e.subject_id, e.payment_id, e.entry_id, e.day,
  case when p.part = 'gross' then m.moved else 0 end as gross,
  case when p.part = 'given_back' then -m.moved else 0 end as given_back,
  case when p.part = 'taken_back' then -m.moved else 0 end as taken_back,
  m.fee as fees,
  m.moved - m.fee as net,
  case when l.ledger_account = 'subject_credit' then l.amount else 0 end as credit
from ledger_entries e
join ledger_lines l on l.customer_id = e.customer_id and l.entry_id = e.entry_id
cross join lateral (select
  case when l.ledger_account in ('receivables', 'billed', 'opening', 'subject_credit', 'disputed') then -l.amount else 0 end,
  case when l.ledger_account in ('collection_fees', 'application_fees') then l.amount else 0 end
) m (moved, fee)
cross join lateral (select case
  when e.kind in ('refund', 'refund_failed') or e.source like 'reconciliation:refund:%' then 'given_back'
  when e.kind in ('return', 'dispute', 'dispute_won', 'dispute_lost') or e.source like 'reconciliation:dispute:%' then 'taken_back'
  else 'gross' end
) p (part)
where e.payment_id is not null;
grant select on money_lines to saldo_consumer, saldo_customer, saldo_super, saldo_system;

-- A period's movements, and which payments they are of.
create index ledger_entries_by_day on ledger_entries (customer_id, day, entry_id) include (payment_id);

-- Residents read what they have paid in the same book.
create policy own on ledger_entries for select to saldo_consumer using (subject_id in (select s.subject_id from subjects s));
create policy own on ledger_lines for select to saldo_consumer using (entry_id in (select e.entry_id from ledger_entries e));
grant select on ledger_entries, ledger_lines to saldo_consumer;
