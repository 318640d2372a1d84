/* The provider's book as it was read, its daily comparison with our attempts and our ledger, and its payouts. All of it is
   the whole office's: sub-users who see some condominiums only see none of it. Money in cents. */

/* One row per movement of a balance at the provider: the platform's, or a connected account's. Null customer: it belongs to no
   attempt of ours, and only the back office sees it. */
create table provider_movements (
  provider_account text not null,
  movement_id text not null,
  -- The connected account whose balance it is. Null: the platform's.
  book text,
  customer_id bigint,
  account_id bigint,
  payment_id bigint,
  /* transfer: what the platform passed on, took back, withheld and gave back. connected: what the account itself received and
     lost, net of the platform's fee. */
  class text not null check (class in ('charge', 'refund', 'dispute', 'transfer', 'connected', 'other')),
  type text not null,
  amount bigint not null,
  fee bigint not null,
  -- The day in Rome on which it was written.
  day date not null,
  at timestamptz not null,
  available_on date,
  source_id text,
  charge_id text,
  payment_intent text,
  -- The provider's transfer or fee by which the movement is known.
  part_of text,
  -- Our metadata on the provider's object: nothing else identifies an attempt whose answer was lost.
  claimed_attempt_id bigint,
  -- Pending: a debit that the bank may still return before it settles.
  pending boolean not null default false,
  read_at timestamptz not null default now(),
  primary key (provider_account, movement_id)
);
create index provider_movements_by_day on provider_movements (provider_account, day);
create index provider_movements_by_payment on provider_movements (customer_id, payment_id);
create index provider_movements_by_intent on provider_movements (provider_account, payment_intent);
create index provider_movements_by_charge on provider_movements (provider_account, charge_id);
create index provider_movements_by_part on provider_movements (provider_account, part_of) where part_of is not null;
create index provider_movements_unknown on provider_movements (provider_account, day)
  where payment_id is null and class in ('transfer', 'connected');
select protect('provider_movements', 'select');
select limit_subusers_by_office('provider_movements', array['payments']);

-- Each comparison of the three books. Null customer: the nightly one, or the back office's.
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
-- A second request while a run is in progress finds that run.
create unique index one_run_under_way on reconciliation_runs (coalesce(customer_id, 0)) where state in ('queued', 'running')
  and started_by = 'person';
select protect('reconciliation_runs', 'select, insert');
select limit_subusers_by_office('reconciliation_runs', array['payments']);

-- The result of each day, per condominium. Null customer: movements that belong to no customer.
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
  -- The sum of the unexplained differences, without signs. Zero: nothing is open.
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
select limit_subusers_by_office('reconciliation_days', array['payments']);

-- Days that were compared, also those without movements.
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
select limit_subusers_by_office('reconciled_days', array['payments']);

/* Differences that the comparison cannot explain, one row each: found, then explained by a person or resolved by an action.
   `object` names what differs: `payment:12:charge`, or an object of the provider that belongs to no payment. */
create table reconciliation_items (
  item_id bigint generated always as identity primary key,
  provider_account text not null,
  object text not null,
  kind text not null check (kind in (
    'not_here', 'not_there', 'amount_differs', 'ledger_missing', 'ledger_duplicate', 'fee_differs', 'nobody')),
  class text not null check (class in ('charge', 'refund', 'dispute', 'transfer', 'connected')),
  day date not null,
  customer_id bigint references customers,
  account_id bigint,
  payment_id bigint,
  movement_id text,
  provider_object text,
  provider_amount bigint not null,
  our_amount bigint not null,
  ledger_amount bigint not null,
  -- Signed: the provider's amount less ours.
  difference bigint not null check (difference <> 0),
  -- The same without its sign, to sort and sum by.
  gap bigint not null generated always as (abs(difference)) stored,
  state text not null default 'open' check (state in ('open', 'explained', 'resolved')),
  reason text,
  explained_by text,
  explained_at timestamptz,
  -- How often the item has opened: each opening may have one posted correction.
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
select limit_subusers_by_office('reconciliation_items', array['payments']);

/* Payouts from the provider to a bank account. A payout of the platform's balance holds payments of many customers: a row
   is one customer's part of it. Null customer: the part that belongs to no customer, visible to the back office only. */
create table payouts (
  payout_id bigint generated always as identity primary key,
  provider_account text not null check (provider_account in ('stripe', 'stripe2')),
  -- The connected account that was paid out. Null: the platform's own balance.
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
  -- Whether all movements of the whole payout are known, for all customers. Only then it is posted.
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
create index payouts_by_balance on payouts (provider_account, destination, made_on);
create index payouts_to_look_at on payouts (provider_account, destination, provider_object)
  where not explained or state in ('pending', 'in_transit');
select protect('payouts', 'select');
select limit_subusers_by_office('payouts', array['payments']);

-- The movements that a payout holds. A returned payout is split like the failed one.
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
  -- The payment was transferred to a connected account, so what the platform keeps of it belongs to the platform.
  went_on boolean not null default false,
  foreign key (customer_id, account_id) references accounts (customer_id, account_id),
  foreign key (customer_id, payment_id) references payments (customer_id, payment_id),
  unique nulls not distinct (payout_id, movement_id, account_id, went_on)
);
create index payout_lines_by_day on payout_lines (customer_id, payout_id, day, line_id);
create index payout_lines_by_payment on payout_lines (customer_id, payment_id) where payment_id is not null;
select protect('payout_lines', 'select');
select limit_subusers_by_office('payout_lines', array['payments']);

/* The balances whose payouts were all read, from the first to the last. Until then each payout is posted on the day on which
   it was made, and nothing is taken as known. */
create table payout_readings (
  provider_account text not null check (provider_account in ('stripe', 'stripe2')),
  -- The connected account. Null: the platform's own balance.
  destination text,
  -- When the last complete reading began: it saw every payout made before.
  began_at timestamptz not null,
  unique nulls not distinct (provider_account, destination)
);
select protect('payout_readings', '');
