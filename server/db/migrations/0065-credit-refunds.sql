/* A payer's credit is given back by a bank transfer that the condominium's bank is ordered to make (pain.001). Money in
   cents. */

-- Held: what orders that are not answered yet will take. It can be used for nothing else.
alter table subject_credits
  add column credit_id bigint generated always as identity,
  add column held bigint not null default 0,
  drop constraint credit_is_there,
  add constraint credit_is_there check (held >= 0 and balance >= held);
create unique index subject_credits_by_key on subject_credits (customer_id, credit_id);
create index subject_credits_by_balance on subject_credits (customer_id, balance, credit_id) where balance > 0;

alter table flows
  drop constraint flows_kind_check,
  add constraint flows_kind_check check (kind in (
    'statement', 'debit_order', 'debit_outcome', 'notice_order', 'notice_outcome', 'transfer_order', 'transfer_outcome',
    'receipts_export'));

-- Transfers that one bank is asked to make, in one file. cancelled: the office did not send it.
create table transfer_orders (
  order_id bigint generated always as identity primary key,
  customer_id bigint not null,
  account_id bigint not null,
  execute_on date not null,
  state text not null default 'made' check (state in ('made', 'cancelled')),
  format text not null check (format in ('pain.001.001.03', 'pain.001.001.09')),
  message_id text not null check (length(message_id) between 1 and 35),
  flow_id bigint,
  actor text not null,
  created_by bigint references users on delete set null,
  idempotency_key text,
  request_hash text,
  created_at timestamptz not null default now(),
  foreign key (customer_id, account_id) references accounts (customer_id, account_id),
  foreign key (customer_id, flow_id) references flows (customer_id, flow_id)
);
create unique index transfer_orders_by_key on transfer_orders (customer_id, order_id);
create unique index one_transfer_order_per_message on transfer_orders (customer_id, message_id);
create unique index one_transfer_order_per_form on transfer_orders (customer_id, idempotency_key)
  where idempotency_key is not null;
create index transfer_orders_by_account on transfer_orders (customer_id, account_id, order_id);
create index transfer_orders_by_flow on transfer_orders (customer_id, flow_id);
select protect('transfer_orders', 'select, insert, update');
select limit_subusers_by_account('transfer_orders', array['payments'], read => money_sections());
select keep_live('transfer_orders', 'credit-refunds');

-- waiting: in no file yet. ordered: in a file. executed: the bank has paid. rejected: the bank did not. returned: the
-- money came back. cancelled: the office did not send it. While waiting or ordered, its amount is held.
create table credit_refunds (
  credit_refund_id bigint generated always as identity primary key,
  customer_id bigint not null,
  account_id bigint not null,
  subject_id bigint not null,
  order_id bigint,
  amount bigint not null check (amount > 0),
  beneficiary text not null,
  iban text not null,
  -- Where the IBAN comes from: the transfer that the payer made, the payer's mandate, or what a person typed.
  iban_from text not null check (iban_from in ('transfer', 'mandate', 'typed')),
  -- The remittance text of the transfer: the payer reads it on the bank statement.
  text text not null check (length(text) between 1 and 140),
  -- By it the bank's answer and the statement find the refund.
  end_to_end_id text not null generated always as ('SALDO-R' || credit_refund_id) stored,
  state text not null default 'waiting'
    check (state in ('waiting', 'ordered', 'executed', 'rejected', 'returned', 'cancelled')),
  executed_on date,
  returned_on date,
  -- ISO 20022 code of why the bank did not pay, or of why the money came back.
  failure_code text,
  -- The source that reported the execution, and the return: a movement of the statement (`movement:12`) or a person (`hand`).
  executed_by text,
  returned_by text,
  actor text not null,
  created_by bigint references users on delete set null,
  idempotency_key text,
  request_hash text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (customer_id, account_id) references accounts (customer_id, account_id),
  foreign key (customer_id, subject_id) references subjects (customer_id, subject_id),
  foreign key (customer_id, order_id) references transfer_orders (customer_id, order_id),
  constraint ordered_in_a_file check (state in ('waiting', 'cancelled') or order_id is not null),
  constraint executed_on_a_day check ((executed_on is not null) = (state in ('executed', 'returned')))
);
create unique index credit_refunds_by_key on credit_refunds (customer_id, credit_refund_id);
create unique index one_credit_refund_per_form on credit_refunds (customer_id, idempotency_key)
  where idempotency_key is not null;
create index credit_refunds_by_reference on credit_refunds (customer_id, account_id, end_to_end_id);
create index credit_refunds_by_date on credit_refunds (customer_id, created_at, credit_refund_id);
create index credit_refunds_by_amount on credit_refunds (customer_id, amount, credit_refund_id);
create index credit_refunds_by_state on credit_refunds (customer_id, state, created_at, credit_refund_id);
create index credit_refunds_by_account on credit_refunds (customer_id, account_id, created_at, credit_refund_id);
create index credit_refunds_by_subject on credit_refunds (customer_id, subject_id, credit_refund_id);
create index credit_refunds_by_order on credit_refunds (customer_id, order_id, credit_refund_id);
select protect('credit_refunds', 'select, insert, update');
select limit_subusers_by_account('credit_refunds', array['payments'], read => money_sections());
select keep_audit('credit_refunds', 'subjects', 'subject_id', 'beneficiary', array['credit_refund_id', 'subject_id',
  'order_id', 'iban_from', 'text', 'executed_by', 'returned_by', 'actor', 'idempotency_key', 'request_hash']);
select keep_live('credit_refunds', 'credit-refunds');

/* Money given back to a person that belongs to no payment is money given back, too. */
create or replace view money_lines with (security_invoker = true) as
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
where e.payment_id is not null or e.kind in ('refund', 'refund_failed');

create or replace function count_posted() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into monthly_figures (customer_id, account_id, month, issued)
  select e.customer_id, e.account_id, first_of_month(e.day), -sum(l.amount)
  from added l join ledger_entries e on e.customer_id = l.customer_id and e.entry_id = l.entry_id
  where l.ledger_account = 'billed'
  group by 1, 2, 3 having sum(l.amount) <> 0;
  -- A credit that is given back belongs to no payment: it leaves by bank transfer.
  insert into monthly_figures (customer_id, account_id, month, method, gross, given_back, taken_back, fees, collections)
  select e.customer_id, e.account_id, first_of_month(e.day), coalesce(p.method, 'BANK_TRANSFER'), sum(m.gross),
    sum(m.given_back), sum(m.taken_back), sum(m.fees), sum(m.counted)
  from (select distinct customer_id, entry_id from added) a
  join ledger_entries e on e.customer_id = a.customer_id and e.entry_id = a.entry_id
  left join payments p on p.customer_id = e.customer_id and p.payment_id = e.payment_id
  cross join lateral (
    select sum(x.gross) as gross, sum(x.given_back) as given_back, sum(x.taken_back) as taken_back, sum(x.fees) as fees,
      case e.kind when 'collection' then 1 when 'collection_reversed' then -1 else 0 end as counted
    from money_lines x where x.customer_id = a.customer_id and x.entry_id = a.entry_id
  ) m
  where e.payment_id is not null or e.kind in ('refund', 'refund_failed')
  group by 1, 2, 3, 4
  having (sum(m.gross), sum(m.given_back), sum(m.taken_back), sum(m.fees), sum(m.counted)) <> (0, 0, 0, 0, 0);
  return null;
end $$;
