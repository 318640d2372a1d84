/* The customers' own accounts at the provider. They bear their own losses: when a payment is disputed, returned or
   refunded, the money that was transferred to an account is taken back from it. The office owes the part that cannot be
   taken back. Cents. */

/* A customer's account, one per provider account of ours. The row stores the provider's latest description of the account;
   `state` is derived from it. */
create table provider_accounts (
  customer_id bigint not null references customers,
  provider_account text not null check (provider_account in ('stripe', 'stripe2')),
  account_destination text,
  state text not null default 'none' check (state in ('none', 'created', 'onboarding', 'restricted', 'active', 'disabled')),
  -- The request that creates it. Stored, so that after a lost answer it can be repeated with the same key and body.
  request jsonb,
  requested_at timestamptz,
  -- How many accounts were created and closed before this one; part of the idempotency key.
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
  -- The platform's fee for each payment: basis points of the amount, plus cents.
  fee_bps integer not null default 0 check (fee_bps between 0 and 10000),
  fee_fixed bigint not null default 0 check (fee_fixed between 0 and 100000),
  link_given_at timestamptz,
  -- While it is being closed, no new payment goes there.
  closing_at timestamptz,
  -- When the provider was asked for this state: an older answer does not overwrite a newer one.
  asked_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (customer_id, provider_account),
  constraint one_with_an_id_is_not_none check ((account_destination is null) = (state = 'none'))
);
create unique index one_customer_per_destination on provider_accounts (provider_account, account_destination)
  where account_destination is not null;
select protect('provider_accounts', 'select, insert, update');
select limit_subusers_by_office('provider_accounts', array['payments']);
insert into audit_nouns values ('provider_accounts', 'office');

/* The destination of payments whose condominium names none of its own. No row: the money stays with the platform. Runs as
   the owner, because payers may not read the table. */
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

-- Money to take back from a connected account or to return to it, and what the office owes when it cannot be taken
-- back.
create table transfer_recoveries (
  recovery_id bigint generated always as identity primary key,
  customer_id bigint not null,
  account_id bigint not null,
  payment_id bigint not null,
  attempt_id bigint not null,
  /* return: a debit was returned. dispute: a card or Klarna payment was disputed. refund_failed: the opposite direction,
     the account gets back what a refund took from it. */
  cause text not null check (cause in ('return', 'dispute', 'refund_failed')),
  dispute_id bigint references disputes,
  refund_id bigint references refunds,
  provider_account text not null check (provider_account in ('stripe', 'stripe2')),
  destination text not null,
  -- The disputed or returned amount, to be taken back from the account; and the provider's fee, which no reversal
  -- recovers.
  amount bigint not null check (amount >= 0),
  fee bigint not null default 0 check (fee >= 0),
  -- `asking`: what the provider is asked to take back in this round. `reversed`: what it has taken back. `refused`:
  -- what it could not.
  asking bigint not null default 0 check (asking >= 0),
  round integer not null default 1,
  reversed bigint not null default 0 check (reversed >= 0),
  refused bigint not null default 0 check (refused >= 0),
  -- How much of the office's debt is settled: paid, offset, taken from the account later, or kept of a dispute that was won.
  settled bigint not null default 0 check (settled >= 0),
  -- Cents to return to the account, and cents already returned.
  to_return bigint not null default 0,
  returned bigint not null default 0 check (returned >= 0),
  won boolean not null default false,
  owed bigint not null generated always as (fee + refused - settled) stored,
  state text not null generated always as (
    case when asking > 0 then 'reversing' when returned < to_return then 'returning'
      when fee + refused - settled > 0 then 'open' else 'closed' end) stored,
  failure_code text,
  -- Since when the office owes; how many reminders it got, and when the next one is due.
  owed_since date,
  dunned smallint not null default 0 check (dunned between 0 and 3),
  next_dun_on date,
  next_check_at timestamptz,
  checks integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (customer_id, account_id) references accounts (customer_id, account_id),
  foreign key (customer_id, payment_id) references payments (customer_id, payment_id),
  foreign key (customer_id, attempt_id) references payment_attempts (customer_id, attempt_id),
  constraint a_recovery_has_one_cause check (
    (cause = 'refund_failed') = (refund_id is not null) and (cause <> 'refund_failed') = (dispute_id is not null)),
  constraint no_debt_below_zero check (settled <= fee + refused),
  constraint never_return_more check (returned <= to_return)
);
create unique index one_recovery_per_dispute on transfer_recoveries (dispute_id) where dispute_id is not null;
create unique index one_recovery_per_refund on transfer_recoveries (refund_id) where refund_id is not null;
create unique index transfer_recoveries_by_key on transfer_recoveries (customer_id, recovery_id);
create index transfer_recoveries_by_payment on transfer_recoveries (customer_id, payment_id, recovery_id);
create index transfer_recoveries_owed on transfer_recoveries (customer_id, owed_since, recovery_id) where owed_since is not null;
create index transfer_recoveries_owed_by_age on transfer_recoveries (owed_since, recovery_id) where owed_since is not null;
create index transfer_recoveries_by_amount on transfer_recoveries (owed, recovery_id) where owed_since is not null;
create index transfer_recoveries_to_dun on transfer_recoveries (next_dun_on) where next_dun_on is not null;
create index transfer_recoveries_to_check on transfer_recoveries (next_check_at) where next_check_at is not null;
select protect('transfer_recoveries', 'select');
select limit_subusers_by_account('transfer_recoveries', money_sections());
select keep_live('transfer_recoveries', 'payments');
-- The list of office debts reads the same rows, so its screens are notified, too.
create trigger live_debt_insert after insert on transfer_recoveries referencing new table as changed
  for each statement execute function tell_live('office-debts');
create trigger live_debt_update after update on transfer_recoveries referencing new table as changed
  for each statement execute function tell_live('office-debts');

/* Cents taken back, refused, settled and given back only grow, and the state follows from them. The provider is asked again
   only for what is owed. */
create function recovery_moves_forward() returns trigger language plpgsql as $$
begin
  if (new.customer_id, new.payment_id, new.attempt_id, new.cause, new.dispute_id, new.refund_id, new.destination, new.amount)
      is distinct from
      (old.customer_id, old.payment_id, old.attempt_id, old.cause, old.dispute_id, old.refund_id, old.destination, old.amount)
    or new.fee < old.fee or new.reversed < old.reversed or new.refused < old.refused or new.settled < old.settled
    or new.to_return < old.to_return or new.returned < old.returned or new.round < old.round or (old.won and not new.won)
    or (new.asking > old.asking and (new.round = old.round or new.asking > old.fee + old.refused - old.settled)) then
    raise exception 'recovery % may not go back', old.recovery_id
      using errcode = '23514', constraint = 'recovery_moves_forward';
  end if;
  new.updated_at := now();
  return new;
end $$;
create trigger recovery_moves_forward before update on transfer_recoveries
  for each row execute function recovery_moves_forward();

-- The provider's reversals for each, by its ids, so that the same event twice counts once.
create table transfer_recovery_reversals (
  customer_id bigint not null,
  recovery_id bigint not null,
  provider_object text not null,
  amount bigint not null check (amount > 0),
  created_at timestamptz not null default now(),
  primary key (recovery_id, provider_object),
  foreign key (customer_id, recovery_id) references transfer_recoveries (customer_id, recovery_id)
);
create index transfer_recovery_reversals_by_recovery on transfer_recovery_reversals (customer_id, recovery_id);
select protect('transfer_recovery_reversals', '');

-- How an office's debt was settled. Append-only.
create table office_debt_settlements (
  settlement_id bigint generated always as identity primary key,
  customer_id bigint not null,
  recovery_id bigint not null,
  amount bigint not null check (amount > 0),
  /* paid: by the office, by bank transfer. offset: against something else between office and platform. reversed: taken from
     the connected account later. won: kept of the money that came back with a dispute won. */
  way text not null check (way in ('paid', 'offset', 'reversed', 'won')),
  settled_on date not null,
  reference text,
  note text,
  actor text not null,
  created_by bigint references users on delete set null,
  created_at timestamptz not null default now(),
  foreign key (customer_id, recovery_id) references transfer_recoveries (customer_id, recovery_id)
);
create index office_debt_settlements_by_recovery on office_debt_settlements (customer_id, recovery_id, settlement_id);
select protect('office_debt_settlements', 'select');
revoke update, delete on office_debt_settlements from saldo_system, saldo_super;
select limit_subusers_by_parent('office_debt_settlements', 'transfer_recoveries', 'recovery_id', money_sections());
