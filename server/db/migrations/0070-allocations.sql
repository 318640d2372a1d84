/* What a payment is for: which cents settle which instalment, and what is left as the payer's credit. Kept in versions:
   a refund, a return or a person's decision adds one, and the earlier ones stay to be read. */
create table payment_allocations (
  allocation_id bigint generated always as identity primary key,
  customer_id bigint not null,
  payment_id bigint not null,
  version smallint not null,
  current boolean not null default true,
  -- named: the payer said what for; oldest: art. 1193 c.c., the debt due first; manual: the administrator's decision.
  rule text not null check (rule in ('named', 'oldest', 'manual', 'refund', 'return', 'dispute')),
  credit bigint not null default 0 check (credit >= 0),
  reason text,
  actor text not null,
  at timestamptz not null default now(),
  foreign key (customer_id, payment_id) references payments (customer_id, payment_id),
  unique (payment_id, version)
);
create unique index one_current_allocation on payment_allocations (payment_id) where current;
create unique index payment_allocations_by_key on payment_allocations (customer_id, allocation_id);
create index payment_allocations_by_payment on payment_allocations (customer_id, payment_id, version);
select protect('payment_allocations', 'select, insert, update');

create table allocation_parts (
  allocation_id bigint not null,
  instalment_id bigint not null references bill_instalments,
  customer_id bigint not null,
  bill_id bigint not null,
  amount bigint not null check (amount > 0),
  primary key (allocation_id, instalment_id),
  foreign key (customer_id, allocation_id) references payment_allocations (customer_id, allocation_id),
  foreign key (customer_id, bill_id) references bills (customer_id, bill_id)
);
create index allocation_parts_by_bill on allocation_parts (customer_id, bill_id);
create index allocation_parts_by_instalment on allocation_parts (instalment_id);
create index allocation_parts_by_allocation on allocation_parts (customer_id, allocation_id);
select protect('allocation_parts', 'select, insert');

-- Every bill a payment was ever for; payments.bill_id is the first of them.
create table payment_bills (
  payment_id bigint not null,
  bill_id bigint not null,
  customer_id bigint not null,
  primary key (payment_id, bill_id),
  foreign key (customer_id, payment_id) references payments (customer_id, payment_id),
  foreign key (customer_id, bill_id) references bills (customer_id, bill_id)
);
create index payment_bills_by_bill on payment_bills (customer_id, bill_id, payment_id);
create index payment_bills_by_payment on payment_bills (customer_id, payment_id);
select protect('payment_bills', 'select, insert');
create policy of_own_bill on payment_bills to saldo_link using (bill_id = actor_bill_id());
create policy of_own_bills on payment_bills to saldo_consumer using (bill_id in (select b.bill_id from bills b));
grant select, insert on payment_bills to saldo_link, saldo_consumer;

create function payment_has_its_bill() returns trigger language plpgsql as $$
begin
  insert into payment_bills (payment_id, bill_id, customer_id) values (new.payment_id, new.bill_id, new.customer_id);
  return null;
end $$;
create trigger has_its_bill after insert on payments for each row execute function payment_has_its_bill();

-- Money of a payer that settles nothing yet, per condominium: never below zero, whoever spends it first.
create table subject_credits (
  customer_id bigint not null,
  account_id bigint not null,
  subject_id bigint not null,
  balance bigint not null default 0,
  constraint credit_is_there check (balance >= 0),
  primary key (customer_id, account_id, subject_id),
  foreign key (customer_id, account_id) references accounts (customer_id, account_id),
  foreign key (customer_id, subject_id) references subjects (customer_id, subject_id)
);
create index subject_credits_by_subject on subject_credits (customer_id, subject_id);
select protect('subject_credits', 'select, insert, update');
create policy of_debtor on subject_credits for select to saldo_link using ((account_id, subject_id) = (
  select b.account_id, b.subject_id from bills b where b.bill_id = actor_bill_id()));
create policy own on subject_credits for select to saldo_consumer using (subject_id in (select s.subject_id from subjects s));
grant select on subject_credits to saldo_link, saldo_consumer;

-- The least that may be paid of what is due, in cents; null: only whole instalments.
alter table accounts add column minimum_payment bigint check (minimum_payment >= 50);

alter table payments
  add column service_id text check (length(service_id) <= 100),
  add column reference text,
  add column note text,
  drop constraint payments_method_check,
  add constraint payments_method_check check (method in ('CARD', 'SEPA_DEBIT', 'KLARNA', 'BANK_TRANSFER', 'CREDIT'));

-- One form, one payment: which bill it is listed under may come out otherwise the second time.
create unique index one_transfer_per_form on payments (customer_id, idempotency_key)
  where idempotency_key is not null and method = 'BANK_TRANSFER';

alter table ledger_entries
  drop constraint ledger_entries_kind_check,
  add constraint ledger_entries_kind_check check (kind in (
    'collection', 'collection_fee', 'return', 'return_fee', 'refund', 'refund_failed', 'dispute', 'dispute_fee', 'dispute_won',
    'dispute_lost', 'reallocation', 'credit_used', 'adjustment'));
alter table ledger_lines
  add column bill_id bigint,
  add foreign key (customer_id, bill_id) references bills (customer_id, bill_id),
  drop constraint ledger_lines_ledger_account_check,
  add constraint ledger_lines_ledger_account_check check (ledger_account in (
    'receivables', 'provider_transit', 'collection_fees', 'bank', 'subject_credit', 'disputed'));
create index ledger_lines_by_bill on ledger_lines (customer_id, bill_id) where bill_id is not null;

-- A bill whose payment was given back is asked for again.
alter table bills alter column residue set expression as (
  case when phase in ('draft', 'cancelled') then 0 else greatest(amount - settled, 0) end);

-- What is known of payments made before this.
insert into payment_bills (payment_id, bill_id, customer_id) select payment_id, bill_id, customer_id from payments;

-- Why an attempt's instalments were chosen, kept until it succeeds.
alter table payment_attempts add column rule text not null default 'named' check (rule in ('named', 'oldest'));
