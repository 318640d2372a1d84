/* Notices (MAV, RiBa): a bank asks the debtor of a bill to pay on the condominium's own account, and says in files what
   became of it. A paid notice settles its bill like a collection. Money in cents. */

alter table payments
  drop constraint payments_method_check,
  add constraint payments_method_check check (method in (
    'CARD', 'SEPA_DEBIT', 'KLARNA', 'BANK_TRANSFER', 'CASH', 'CHEQUE', 'POSTAL_SLIP', 'OTHER', 'MAV', 'RIBA', 'CREDIT'));

-- What the bank agreed with a condominium about notices. Bank and account are those of its IBAN.
create table collection_settings (
  account_id bigint primary key,
  customer_id bigint not null,
  -- The sender's code, which the bank gives.
  sia text not null check (sia ~ '^[A-Z0-9]{5}$'),
  updated_at timestamptz not null default now(),
  foreign key (customer_id, account_id) references accounts (customer_id, account_id) on delete cascade
);
create index collection_settings_by_customer on collection_settings (customer_id, account_id);
select protect('collection_settings', 'select, insert, update, delete');
select limit_subusers_by_account('collection_settings', array['payments'], read => money_sections());
select keep_audit('collection_settings', 'accounts', 'account_id', 'sia');
select keep_live('collection_settings', 'accounts', array['insert', 'update', 'delete']);

-- A notice of a bill. Those that another program made are known from their outcome.
create table notices (
  notice_id bigint generated always as identity primary key,
  customer_id bigint not null,
  account_id bigint not null,
  bill_id bigint not null,
  subject_id bigint not null,
  kind text not null check (kind in ('mav', 'riba')),
  -- Unique for the condominium's account: by it the bank's outcome finds the notice.
  creditor_number text not null check (creditor_number ~ '^[A-Z0-9]{1,10}$'),
  amount bigint not null check (amount > 0),
  due_on date not null,
  state text not null check (state in ('presented', 'to_recall', 'recalling', 'paid', 'unpaid', 'recalled', 'expired')),
  -- The files that asked for it and recalled it. Null: another program made it; it was not recalled here.
  order_flow_id bigint,
  recall_flow_id bigint,
  actor text not null,
  created_by bigint references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (customer_id, account_id) references accounts (customer_id, account_id),
  foreign key (customer_id, bill_id) references bills (customer_id, bill_id),
  foreign key (customer_id, subject_id) references subjects (customer_id, subject_id),
  foreign key (customer_id, order_flow_id) references flows (customer_id, flow_id),
  foreign key (customer_id, recall_flow_id) references flows (customer_id, flow_id)
);
create unique index notices_by_key on notices (customer_id, notice_id);
create unique index one_notice_per_number on notices (customer_id, account_id, kind, creditor_number);
create unique index one_open_notice_per_bill on notices (customer_id, bill_id)
  where state in ('presented', 'to_recall', 'recalling');
create index notices_by_date on notices (customer_id, created_at, notice_id);
create index notices_by_due_date on notices (customer_id, due_on, notice_id);
create index notices_by_amount on notices (customer_id, amount, notice_id);
create index notices_by_state on notices (customer_id, state, created_at, notice_id);
create index notices_by_account on notices (customer_id, account_id, created_at, notice_id);
create index notices_by_bill on notices (customer_id, bill_id, notice_id);
create index notices_by_subject on notices (customer_id, subject_id, notice_id);
create index notices_by_order on notices (customer_id, order_flow_id) where order_flow_id is not null;
select protect('notices', 'select, insert, update');
select limit_subusers_by_account('notices', array['payments'], read => money_sections());
select keep_live('notices', 'notices');

-- What the bank said of a notice, once for each causale and day; the payment that it made.
create table notice_outcomes (
  outcome_id bigint generated always as identity primary key,
  customer_id bigint not null,
  account_id bigint not null,
  notice_id bigint not null,
  flow_id bigint not null,
  code text not null,
  amount bigint not null check (amount > 0),
  fees bigint not null default 0 check (fees >= 0),
  paid_on date,
  value_on date,
  bank_number text,
  payment_id bigint,
  created_at timestamptz not null default now(),
  foreign key (customer_id, account_id) references accounts (customer_id, account_id),
  foreign key (customer_id, notice_id) references notices (customer_id, notice_id),
  foreign key (customer_id, flow_id) references flows (customer_id, flow_id),
  foreign key (customer_id, payment_id) references payments (customer_id, payment_id)
);
create unique index notice_outcomes_by_key on notice_outcomes (customer_id, outcome_id);
-- A notice is paid once; other outcomes are told once each.
create unique index one_outcome_per_code on notice_outcomes (customer_id, notice_id, code);
create unique index one_payment_per_notice on notice_outcomes (customer_id, notice_id) where payment_id is not null;
create index notice_outcomes_by_flow on notice_outcomes (customer_id, flow_id, account_id);
create index notice_outcomes_by_account on notice_outcomes (customer_id, account_id, paid_on) where payment_id is not null;
select protect('notice_outcomes', 'select, insert');
select limit_subusers_by_account('notice_outcomes', array['payments'], read => money_sections());
select keep_live('notice_outcomes', 'notices');

-- The credit of a statement that is the money of the paid notices of a file: recognised once.
create table notice_credits (
  flow_id bigint not null,
  account_id bigint not null,
  customer_id bigint not null,
  -- The movement of the account, which a later section keeps.
  movement bigint not null,
  amount bigint not null,
  created_at timestamptz not null default now(),
  primary key (flow_id, account_id),
  foreign key (customer_id, account_id) references accounts (customer_id, account_id),
  foreign key (customer_id, flow_id) references flows (customer_id, flow_id)
);
create unique index notice_credits_by_movement on notice_credits (customer_id, movement);
create index notice_credits_by_customer on notice_credits (customer_id, account_id, flow_id);
select protect('notice_credits', 'select, insert');
select limit_subusers_by_account('notice_credits', array['payments'], read => money_sections());
select keep_live('notice_credits', 'notices');

/* Whatever settles a bill otherwise (a card, a transfer, credit, a credit note), or cancels it, makes its open notice one to
   recall. A trigger, because whoever pays by a link has no right to see notices. */
create function recall_settled_notices() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  update notices set state = 'to_recall', updated_at = now()
  where customer_id = new.customer_id and bill_id = new.bill_id and state = 'presented' and amount > new.residue;
  return null;
end $$;
revoke execute on function recall_settled_notices from public;
create trigger recall_settled_notices after update on bills
  for each row when (new.residue < old.residue) execute function recall_settled_notices();
