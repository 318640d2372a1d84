/* Where a customer's money goes: its own account at the provider, one per provider account of ours. What the provider
   says of it is kept as it was last said; `state` is what that amounts to. */
create table provider_accounts (
  customer_id bigint not null references customers,
  provider_account text not null check (provider_account in ('stripe', 'stripe2')),
  account_destination text,
  state text not null default 'none' check (state in ('none', 'created', 'onboarding', 'restricted', 'active', 'disabled')),
  -- What is sent to make it, kept so that a lost answer can be asked for again with the same key and words.
  request jsonb,
  requested_at timestamptz,
  -- How many were made and closed before: part of the key.
  generation integer not null default 0,
  details_submitted boolean not null default false,
  charges_enabled boolean not null default false,
  payouts_enabled boolean not null default false,
  currently_due text[] not null default '{}',
  past_due text[] not null default '{}',
  pending_verification text[] not null default '{}',
  deadline timestamptz,
  disabled_reason text,
  capabilities jsonb not null default '{}',
  bank_last4 text,
  -- What the platform keeps of each payment: basis points of the amount, and cents.
  fee_bps integer not null default 0 check (fee_bps between 0 and 10000),
  fee_fixed bigint not null default 0 check (fee_fixed between 0 and 100000),
  link_given_at timestamptz,
  -- While it is being closed nothing new may go there.
  closing_at timestamptz,
  -- When the provider was asked for what stands here: older news does not overwrite newer.
  asked_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (customer_id, provider_account),
  constraint one_with_an_id_is_not_none check ((account_destination is null) = (state = 'none'))
);
create unique index one_customer_per_destination on provider_accounts (provider_account, account_destination)
  where account_destination is not null;
select protect('provider_accounts', 'select, insert, update');

/* Where a payment of this customer's goes when its condominium names no destination of its own; no row: it stays with
   the platform. Runs as the owner because payers, who ask, may not read the table. */
create function destination_of(wanted_customer_id bigint, wanted_provider_account text)
  returns table (account_destination text, fee_bps integer, fee_fixed bigint)
  language sql stable security definer set search_path = public
begin atomic
  select a.account_destination, a.fee_bps, a.fee_fixed from provider_accounts a
  where a.customer_id = wanted_customer_id and a.provider_account = wanted_provider_account
    and a.state = 'active' and a.closing_at is null;
end;
revoke execute on function destination_of from public;
grant execute on function destination_of to saldo_link, saldo_consumer, saldo_customer, saldo_super, saldo_system;

/* The provider's book as it was read: one row per movement of its balance. `customer_id` is null for what belongs to no
   attempt of ours, which only the back office sees. Money in cents. */
create table provider_movements (
  provider_account text not null,
  movement_id text not null,
  customer_id bigint,
  account_id bigint,
  payment_id bigint,
  class text not null check (class in ('charge', 'refund', 'dispute', 'other')),
  type text not null,
  amount bigint not null,
  fee bigint not null,
  -- Rome's day on which it was written.
  day date not null,
  at timestamptz not null,
  available_on date,
  source_id text,
  charge_id text,
  payment_intent text,
  -- Our mark on the provider's object: an attempt whose answer was lost is known by nothing else.
  claimed_attempt_id bigint,
  -- Taken but not yet sure: a debit that the bank may still send back before it settles.
  pending boolean not null default false,
  read_at timestamptz not null default now(),
  primary key (provider_account, movement_id)
);
create index provider_movements_by_day on provider_movements (provider_account, day);
create index provider_movements_by_payment on provider_movements (customer_id, payment_id);
create index provider_movements_by_intent on provider_movements (provider_account, payment_intent);
create index provider_movements_by_charge on provider_movements (provider_account, charge_id);
select protect('provider_movements', 'select');

-- A movement says the charge when it does not say the intent.
create index payment_attempts_by_charge on payment_attempts (provider_account, provider_charge)
  where provider_charge is not null;
create index ledger_entries_by_time on ledger_entries (at);
create index payments_by_provider_settlement on payments (provider_account, settled_at) where settled_at is not null;

/* Each time the three books were compared; customer_id is whose user asked, null for the night's and the back office's. */
create table reconciliation_runs (
  run_id bigint generated always as identity primary key,
  customer_id bigint references customers,
  created_by bigint references users on delete set null,
  started_by text not null check (started_by in ('night', 'person', 'start')),
  from_day date not null,
  to_day date not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
  done integer not null default 0,
  total integer,
  failure text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  check (from_day <= to_day)
);
create index reconciliation_runs_by_customer on reconciliation_runs (customer_id, run_id);
-- Who asks twice finds the first.
create unique index one_run_under_way on reconciliation_runs (coalesce(customer_id, 0)) where state in ('queued', 'running')
  and started_by = 'person';
select protect('reconciliation_runs', 'select, insert');

-- What each day came to, per condominium: written by the match, read by the page. Null customer: of nobody.
create table reconciliation_days (
  day_id bigint generated always as identity primary key,
  provider_account text not null,
  day date not null,
  customer_id bigint references customers,
  account_id bigint,
  movements integer not null default 0,
  provider_amount bigint not null default 0,
  provider_fee bigint not null default 0,
  our_amount bigint not null default 0,
  ledger_amount bigint not null default 0,
  ledger_fee bigint not null default 0,
  -- Sum of what is not explained, whatever its sign: zero means nothing is open.
  unexplained bigint not null default 0 check (unexplained >= 0),
  open_items integer not null default 0,
  checked_at timestamptz not null default now(),
  foreign key (customer_id, account_id) references accounts (customer_id, account_id),
  unique nulls not distinct (provider_account, day, customer_id, account_id)
);
create index reconciliation_days_by_day on reconciliation_days (customer_id, day, day_id);
create index reconciliation_days_by_account on reconciliation_days (customer_id, account_id, day);
create index reconciliation_days_by_unexplained on reconciliation_days (customer_id, unexplained, day_id);
create index reconciliation_days_of_everybody on reconciliation_days (day);
create index reconciliation_days_open on reconciliation_days (customer_id, day) where open_items > 0;
select protect('reconciliation_days', 'select');

-- That a day was compared, also when nothing happened on it.
create table reconciled_days (
  provider_account text not null,
  day date not null,
  checked_at timestamptz not null default now(),
  primary key (provider_account, day)
);
create index reconciled_days_by_day on reconciled_days (day);
grant select on reconciled_days to saldo_customer;
select protect('reconciled_days', '');
create policy everybody on reconciled_days for select to saldo_customer using (true);

/* What is not explained, each once: found, then explained by a person or resolved by what was done about it. `object` is
   what it is about: `payment:12:charge`, or the provider's object that belongs to nobody. */
create table reconciliation_items (
  item_id bigint generated always as identity primary key,
  provider_account text not null,
  object text not null,
  kind text not null check (kind in (
    'not_here', 'not_there', 'amount_differs', 'ledger_missing', 'ledger_duplicate', 'fee_differs', 'nobody')),
  class text not null check (class in ('charge', 'refund', 'dispute')),
  day date not null,
  customer_id bigint references customers,
  account_id bigint,
  payment_id bigint,
  movement_id text,
  provider_object text,
  provider_amount bigint not null,
  our_amount bigint not null,
  ledger_amount bigint not null,
  -- Cents, signed: what the provider has more than we do.
  difference bigint not null check (difference <> 0),
  -- The same without its sign, to sort and sum by.
  gap bigint not null generated always as (abs(difference)) stored,
  state text not null default 'open' check (state in ('open', 'explained', 'resolved')),
  reason text,
  explained_by text,
  explained_at timestamptz,
  -- A posted correction is one for each time the item opens.
  opened integer not null default 1,
  found_at timestamptz not null default now(),
  resolved_at timestamptz,
  foreign key (customer_id, account_id) references accounts (customer_id, account_id),
  foreign key (customer_id, payment_id) references payments (customer_id, payment_id),
  constraint explained_means_why check (state <> 'explained' or reason is not null),
  unique (provider_account, object, kind)
);
create index reconciliation_items_by_day on reconciliation_items (customer_id, day, item_id);
create index reconciliation_items_by_state on reconciliation_items (customer_id, state, day, item_id);
create index reconciliation_items_by_account on reconciliation_items (customer_id, account_id, day, item_id);
create index reconciliation_items_by_gap on reconciliation_items (customer_id, gap, item_id);
create index reconciliation_items_by_payment on reconciliation_items (customer_id, payment_id);
create index reconciliation_items_of_day on reconciliation_items (provider_account, day);
select protect('reconciliation_items', 'select, update');
