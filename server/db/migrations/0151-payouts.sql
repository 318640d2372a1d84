/* What the provider sent to a bank account, each with the movements of its balance that it holds. A row is what of a
   payout is one customer's: the platform's balance holds payments of many. Null customer: of nobody, for the back office
   alone. Money in cents. */
create table payouts (
  payout_id bigint generated always as identity primary key,
  provider_account text not null check (provider_account in ('stripe', 'stripe2')),
  -- The connected account that was paid out; null: the platform's own balance.
  destination text,
  provider_object text not null,
  customer_id bigint references customers,
  state text not null check (state in ('pending', 'in_transit', 'paid', 'failed', 'canceled')),
  automatic boolean not null,
  made_on date not null,
  arrives_on date not null,
  amount bigint not null,
  matched bigint not null,
  unmatched bigint not null generated always as (amount - matched) stored,
  lines integer not null,
  -- The whole payout is made of what we know, whosever it is: only then it is posted.
  explained boolean not null,
  failure_code text,
  posted_at timestamptz,
  read_at timestamptz not null default now(),
  unique nulls not distinct (provider_account, provider_object, customer_id)
);
create unique index payouts_by_key on payouts (customer_id, payout_id);
create index payouts_by_arrival on payouts (customer_id, arrives_on, payout_id);
create index payouts_by_making on payouts (customer_id, made_on, payout_id);
create index payouts_by_amount on payouts (customer_id, amount, payout_id);
create index payouts_to_look_at on payouts (provider_account, destination, provider_object)
  where not explained or state in ('pending', 'in_transit');
select protect('payouts', 'select');

-- The movements that a payout holds. One that gives back an earlier, failed payout is split as that one was.
create table payout_lines (
  line_id bigint generated always as identity primary key,
  payout_id bigint not null references payouts on delete cascade,
  customer_id bigint,
  account_id bigint,
  payment_id bigint,
  movement_id text not null,
  class text not null check (class in (
    'charge', 'refund', 'dispute', 'transfer', 'application_fee', 'payout_failure', 'own', 'unknown')),
  type text not null,
  day date not null,
  amount bigint not null,
  fee bigint not null,
  net bigint not null generated always as (amount - fee) stored,
  -- Of a payment that went on to a connected account: what the platform is paid of it is the platform's.
  went_on boolean not null default false,
  foreign key (customer_id, account_id) references accounts (customer_id, account_id),
  foreign key (customer_id, payment_id) references payments (customer_id, payment_id),
  unique nulls not distinct (payout_id, movement_id, account_id, went_on)
);
create index payout_lines_by_day on payout_lines (customer_id, payout_id, day, line_id);
create index payout_lines_by_payment on payout_lines (customer_id, payment_id) where payment_id is not null;
create index payout_lines_by_payout on payout_lines (payout_id);
select protect('payout_lines', 'select');

-- A payout is the whole office's, like the rest of what the provider tells.
select limit_subusers('payouts', '(select actor_accounts()) is null', array['payments:read'], array['payments:write']);
select limit_subusers('payout_lines', '(select actor_accounts()) is null', array['payments:read'], array['payments:write']);

/* One account and one kind more: what the provider has sent is no longer in its balance and not yet in the bank. The
   lists are extended where they stand, whatever else has been added to them. */
do $$
declare
  accounts text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'ledger_lines_ledger_account_check');
  kinds text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'ledger_entries_kind_check');
begin
  alter table ledger_lines drop constraint ledger_lines_ledger_account_check;
  execute 'alter table ledger_lines add constraint ledger_lines_ledger_account_check '
    || replace(accounts, 'ARRAY[', 'ARRAY[''payout_transit''::text, ');
  alter table ledger_entries drop constraint ledger_entries_kind_check;
  execute 'alter table ledger_entries add constraint ledger_entries_kind_check '
    || replace(kinds, 'ARRAY[', 'ARRAY[''payout_arrived''::text, ');
end $$;
