/* Connected accounts bear what is theirs: what the platform passed on of a payment that is contested, returned or refunded
   comes back from the account it went to, and what cannot come back is owed by the office. Cents. */

-- Of a payment that goes on to a connected account: whether the ledger knows its transfer. Null: it stays with the platform.
alter table payment_attempts add column transfer_booked boolean;
update payment_attempts set transfer_booked = false
where request ? 'transfer_data' and state in ('succeeded', 'returned', 'disputed', 'refunded');
create index payment_attempts_to_book on payment_attempts (attempt_id) where transfer_booked = false;

create table transfer_recoveries (
  recovery_id bigint generated always as identity primary key,
  customer_id bigint not null,
  account_id bigint not null,
  payment_id bigint not null,
  attempt_id bigint not null,
  -- return: of a debit; dispute: of a card or Klarna; refund_failed: the opposite way, the account gets back what a refund
  -- took from it.
  cause text not null check (cause in ('return', 'dispute', 'refund_failed')),
  dispute_id bigint references disputes,
  refund_id bigint references refunds,
  provider_account text not null check (provider_account in ('stripe', 'stripe2')),
  destination text not null,
  -- Contested, hence to be taken back from the account; and the provider's fee for it, which no reversal brings back.
  amount bigint not null check (amount >= 0),
  fee bigint not null default 0 check (fee >= 0),
  -- What the provider is being asked to take back now, in this round of asking; what it took, what it would not take.
  asking bigint not null default 0 check (asking >= 0),
  round integer not null default 1,
  reversed bigint not null default 0 check (reversed >= 0),
  refused bigint not null default 0 check (refused >= 0),
  -- Of what the office owes: paid by it, offset, taken from the account later, or kept of a dispute that was won.
  settled bigint not null default 0 check (settled >= 0),
  -- What the account is to get back, and what it got.
  to_return bigint not null default 0,
  returned bigint not null default 0 check (returned >= 0),
  won boolean not null default false,
  owed bigint not null generated always as (fee + refused - settled) stored,
  state text not null generated always as (
    case when asking > 0 then 'reversing' when returned < to_return then 'returning'
      when fee + refused - settled > 0 then 'open' else 'closed' end) stored,
  failure_code text,
  -- Since when the office owes; how often it was written to, and when it is next.
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
select limit_subusers_of('money', 'transfer_recoveries',
  '((select actor_accounts()) is null or account_id = any ((select actor_accounts())::bigint[]))');

/* What happened stays: cents taken, refused, settled and given back only grow. The state follows from them. The provider is
   asked again only for what is owed. */
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

/* What the provider took back for each, by its own ids: the same news twice is counted once. */
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

/* How what an office owed was settled, each once; append-only. */
create table office_debt_settlements (
  settlement_id bigint generated always as identity primary key,
  customer_id bigint not null,
  recovery_id bigint not null,
  amount bigint not null check (amount > 0),
  -- paid: by the office, by bank transfer; offset: against something else between office and platform; reversed: taken from
  -- the connected account later; won: kept of the money that came back with a dispute won.
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
select limit_subusers_of('money', 'office_debt_settlements',
  '((select actor_accounts()) is null or exists (
    select from transfer_recoveries r where r.recovery_id = office_debt_settlements.recovery_id))');

create trigger live_insert after insert on transfer_recoveries referencing new table as changed
  for each statement execute function tell_live('payments');
create trigger live_update after update on transfer_recoveries referencing new table as changed
  for each statement execute function tell_live('payments');

insert into sweeps (swept, ended_at) values ('transfer_recoveries', 'infinity');

/* The provider's book of each connected account is read as the platform's own is: `book` names the account, null is the
   platform. `transfer`: what the platform passed on, took back, withheld and gave back; `connected`: what the account itself
   received and lost, net of the platform's fee. `part_of` is the provider's transfer or fee by which a movement is known. */
alter table provider_movements
  add column book text,
  add column part_of text,
  drop constraint provider_movements_class_check,
  add constraint provider_movements_class_check check (
    class in ('charge', 'refund', 'dispute', 'transfer', 'connected', 'other'));
create index provider_movements_by_part on provider_movements (provider_account, part_of) where part_of is not null;
create index provider_movements_unknown on provider_movements (provider_account, day)
  where payment_id is null and class in ('transfer', 'connected');
alter table reconciliation_items
  drop constraint reconciliation_items_class_check,
  add constraint reconciliation_items_class_check check (
    class in ('charge', 'refund', 'dispute', 'transfer', 'connected'));

grant usage on all sequences in schema public to saldo_customer, saldo_super, saldo_system;
