/* Money transfers: what of a condominium's money is at the provider goes to its bank account, asked for by one super user
   and approved by another. Money in cents. */

-- Payouts that Saldo orders by hand. The provider does not list the lines of such a payout, so this says whose it is: by its
-- id, and by what our metadata claims only until the id is known. `order_key`: for example `money_transfer:12`.
create table ordered_payouts (
  order_key text primary key,
  customer_id bigint not null,
  account_id bigint not null,
  provider_account text not null check (provider_account in ('stripe', 'stripe2')),
  destination text not null,
  amount bigint not null check (amount > 0),
  provider_object text,
  created_at timestamptz not null default now(),
  foreign key (customer_id, account_id) references accounts (customer_id, account_id)
);
create unique index one_order_per_payout on ordered_payouts (provider_account, provider_object)
  where provider_object is not null;
create index ordered_payouts_by_account on ordered_payouts (customer_id, account_id);
select protect('ordered_payouts', '');
revoke insert, update, delete on ordered_payouts from saldo_super;

alter table payout_lines
  drop constraint payout_lines_class_check,
  add constraint payout_lines_class_check check (class in (
    'charge', 'refund', 'dispute', 'transfer', 'application_fee', 'payout_failure', 'order', 'own', 'unknown'));

-- What the provider said of a balance when it was last asked. `destination` null: the platform's own.
create table provider_balances (
  provider_account text not null check (provider_account in ('stripe', 'stripe2')),
  destination text,
  available bigint not null,
  pending bigint not null,
  -- The provider pays out by itself, on a schedule.
  automatic boolean not null,
  payouts_enabled boolean not null,
  -- The bank account that its payouts go to, as far as the provider tells it.
  bank_country text,
  bank_last4 text,
  read_at timestamptz not null default now(),
  -- When provider_pending was read, for the platform's own balance.
  pending_read_at timestamptz,
  unique nulls not distinct (provider_account, destination)
);
select protect('provider_balances', '');
revoke insert, update, delete on provider_balances from saldo_super;

-- The part of a condominium's money in the platform's balance that was not available yet at `pending_read_at`.
create table provider_pending (
  provider_account text not null,
  customer_id bigint not null,
  account_id bigint not null,
  pending bigint not null,
  primary key (provider_account, account_id),
  foreign key (customer_id, account_id) references accounts (customer_id, account_id)
);
create index provider_pending_by_account on provider_pending (customer_id, account_id);
select protect('provider_pending', '');
revoke insert, update, delete on provider_pending from saldo_super;

-- How much may be moved in a day (in Rome). The last row of an office holds for it, else the last row without one. Rows are
-- only added. A row without an office also holds the limit for all offices together, and the bank account from which the
-- platform pays by file.
create table money_transfer_limits (
  limit_id bigint generated always as identity primary key,
  customer_id bigint references customers,
  office_day_limit bigint not null check (office_day_limit >= 0),
  all_day_limit bigint check (all_day_limit >= 0),
  payer_name text check (length(payer_name) between 1 and 70),
  payer_iban text,
  reason text not null check (length(reason) between 1 and 300),
  set_by bigint references users,
  set_by_name text not null,
  set_at timestamptz not null default now(),
  constraint for_all_or_for_an_office check ((customer_id is null) = (all_day_limit is not null)),
  constraint payer_is_the_platform check (customer_id is null or (payer_name is null and payer_iban is null)),
  constraint payer_is_whole check ((payer_name is null) = (payer_iban is null))
);
create index money_transfer_limits_by_customer on money_transfer_limits (customer_id, limit_id);
create index money_transfer_limits_by_setter on money_transfer_limits (set_by);
select protect('money_transfer_limits', '');
revoke update, delete on money_transfer_limits from saldo_super;
insert into money_transfer_limits (office_day_limit, all_day_limit, reason, set_by_name)
values (5000000, 20000000, 'Limiti iniziali', 'Saldo');

create table money_transfers (
  money_transfer_id bigint generated always as identity primary key,
  customer_id bigint not null,
  account_id bigint not null,
  -- payout: the provider pays out the condominium's own connected account. file: the platform's bank pays by a pain.001.
  way text not null check (way in ('payout', 'file')),
  provider_account text not null check (provider_account in ('stripe', 'stripe2')),
  destination text,
  amount bigint not null check (amount > 0),
  -- The condominium's IBAN and name when it was asked for.
  iban text not null,
  beneficiary text not null,
  -- The name and IBAN that pay a transfer by file. Null: the provider pays it out.
  payer_name text,
  payer_iban text,
  reason text not null check (length(reason) between 1 and 300),
  state text not null default 'requested' check (state in (
    'requested', 'approved', 'unknown', 'sent', 'paid', 'failed', 'cancelled', 'refused', 'withdrawn', 'expired')),
  reference text not null generated always as ('SALDO-M' || money_transfer_id) stored,
  requested_by bigint not null references users,
  requested_by_name text not null,
  requested_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  -- Who refused, withdrew or cancelled it, and why.
  closed_by bigint references users,
  closed_by_name text,
  closed_at timestamptz,
  closing_reason text check (length(closing_reason) between 1 and 300),
  -- The provider was first asked for the payout; since then only its answer decides.
  asked_at timestamptz,
  provider_object text,
  failure_code text,
  -- The user who first downloaded the file for the bank. Since then the bank may have it.
  file_taken_by bigint references users,
  file_taken_by_name text,
  file_taken_at timestamptz,
  -- The day on which it left, on which it reached the bank, and on which it came back.
  sent_on date,
  paid_on date,
  failed_on date,
  next_check_at timestamptz,
  checks integer not null default 0,
  idempotency_key text,
  request_hash text,
  updated_at timestamptz not null default now(),
  foreign key (customer_id, account_id) references accounts (customer_id, account_id),
  constraint payout_of_a_destination check ((way = 'payout') = (destination is not null)),
  constraint file_of_a_payer check ((way = 'file') = (payer_iban is not null and payer_name is not null)),
  constraint taken_by_a_person check ((file_taken_at is null) = (file_taken_by is null)
    and (file_taken_at is null) = (file_taken_by_name is null) and (file_taken_at is null or way = 'file')),
  constraint file_taken_before_sent check (way <> 'file' or state not in ('sent', 'paid') or file_taken_at is not null),
  constraint closed_with_a_reason check (state <> 'refused' or (closed_by is not null and closing_reason is not null)),
  constraint sent_on_a_day check (state not in ('sent', 'paid') or sent_on is not null),
  constraint paid_on_a_day check (state <> 'paid' or paid_on is not null)
);
create unique index money_transfers_by_key on money_transfers (customer_id, money_transfer_id);
create unique index money_transfers_with_requester on money_transfers (money_transfer_id, requested_by);
create unique index one_money_transfer_per_form on money_transfers (requested_by, idempotency_key)
  where idempotency_key is not null;
create unique index one_money_transfer_per_payout on money_transfers (provider_account, provider_object)
  where provider_object is not null;
create index money_transfers_by_time on money_transfers (customer_id, requested_at, money_transfer_id);
create index money_transfers_by_amount on money_transfers (customer_id, amount, money_transfer_id);
create index money_transfers_by_account on money_transfers (customer_id, account_id, money_transfer_id);
create index money_transfers_by_requester on money_transfers (requested_by);
create index money_transfers_by_taker on money_transfers (file_taken_by) where file_taken_by is not null;
create index money_transfers_by_closer on money_transfers (closed_by);
create index money_transfers_to_check on money_transfers (next_check_at) where next_check_at is not null;
create index money_transfers_open on money_transfers (account_id)
  where state in ('requested', 'approved', 'unknown');
select protect('money_transfers', 'select');
revoke delete on money_transfers from saldo_super, saldo_system;
select limit_subusers_by_account('money_transfers', array['payments'], read => array['payments']);

/* The approval: at most one, because it is the key, and never by who asked, because it repeats who asked and the foreign key
   holds that to the request. */
create table money_transfer_approvals (
  money_transfer_id bigint primary key,
  customer_id bigint not null,
  requested_by bigint not null,
  approved_by bigint not null references users,
  approved_by_name text not null,
  approved_at timestamptz not null default now(),
  constraint approved_by_another_person check (approved_by <> requested_by),
  foreign key (customer_id, money_transfer_id) references money_transfers (customer_id, money_transfer_id),
  foreign key (money_transfer_id, requested_by) references money_transfers (money_transfer_id, requested_by)
);
create index money_transfer_approvals_by_customer on money_transfer_approvals (customer_id, approved_at);
create index money_transfer_approvals_by_approver on money_transfer_approvals (approved_by);
create index money_transfer_approvals_by_time on money_transfer_approvals (approved_at);
select protect('money_transfer_approvals', 'select');
revoke update, delete on money_transfer_approvals from saldo_super;
revoke insert, update, delete on money_transfer_approvals from saldo_system;
select limit_subusers_by_parent('money_transfer_approvals', 'money_transfers', 'money_transfer_id', array['payments'],
  read => array['payments']);

/* Everybody who took the file for the bank, each time. Rows are only added: whoever is among them does not cancel. */
create table money_transfer_file_takings (
  taking_id bigint generated always as identity primary key,
  customer_id bigint not null,
  money_transfer_id bigint not null,
  taken_by bigint not null references users,
  taken_by_name text not null,
  taken_at timestamptz not null default now(),
  foreign key (customer_id, money_transfer_id) references money_transfers (customer_id, money_transfer_id)
);
create index money_transfer_file_takings_by_transfer on money_transfer_file_takings (customer_id, money_transfer_id, taking_id);
create index money_transfer_file_takings_by_taker on money_transfer_file_takings (taken_by);
select protect('money_transfer_file_takings', 'select');
revoke update, delete on money_transfer_file_takings from saldo_super;
revoke insert, update, delete on money_transfer_file_takings from saldo_system;
select limit_subusers_by_parent('money_transfer_file_takings', 'money_transfers', 'money_transfer_id', array['payments'],
  read => array['payments']);

insert into audit_nouns values ('money_transfers', 'payments');
select keep_audit('money_transfers', 'money_transfers', 'money_transfer_id', 'reference', array['way', 'provider_account',
  'destination', 'iban', 'payer_name', 'payer_iban', 'requested_by', 'requested_by_name', 'requested_at', 'closed_by',
  'closed_by_name', 'closed_at', 'file_taken_by', 'file_taken_by_name', 'file_taken_at', 'asked_at', 'provider_object', 'next_check_at',
  'checks', 'idempotency_key', 'request_hash', 'expires_at', 'beneficiary'], 'old.state is distinct from new.state');
select keep_audit('money_transfer_approvals', 'money_transfers', 'money_transfer_id', 'approved_by_name',
  array['requested_by', 'approved_by', 'approved_at', 'customer_id']);
select keep_audit('money_transfer_file_takings', 'money_transfers', 'money_transfer_id', 'taken_by_name',
  array['taking_id', 'taken_by', 'taken_at', 'customer_id']);
insert into audit_nouns values ('money_transfer_limits', 'payments');
select keep_audit('money_transfer_limits', 'money_transfer_limits', 'limit_id', 'reason',
  array['payer_iban', 'set_by', 'set_by_name', 'set_at']);
select keep_live('money_transfers', 'money-transfers');

/* What moves a condominium's balance at the provider: its part of the platform's balance (what belongs to the platform is
   `platform`), and the balance of the connected account. The statement lists these rows; their sum is the balance. */
create view balance_movements with (security_invoker = true) as
select e.customer_id, e.account_id, e.entry_id, e.day, e.at, e.kind, e.description, e.subject_id, e.bill_id, e.payment_id,
  e.source, sum(l.amount)::bigint as amount,
  coalesce(sum(l.amount) filter (where l.ledger_account = 'connected_balance'), 0)::bigint as connected
from ledger_entries e
join ledger_lines l on l.customer_id = e.customer_id and l.entry_id = e.entry_id
where l.ledger_account in ('provider_transit', 'platform', 'connected_balance')
group by e.customer_id, e.account_id, e.entry_id
having sum(l.amount) <> 0 or sum(l.amount) filter (where l.ledger_account = 'connected_balance') <> 0;

/* The sums of each condominium's balance_movements up to the entry `summed_up_to`, so that a balance adds only what came
   later. No entry up to there can still be committed: `settle_entries` waits for all writers before it answers. `next_up_to`
   is summed 45 minutes after it was taken at the earliest: `fresh` below looks at the entries of half an hour one by one. */
create table balance_sums (
  customer_id bigint not null,
  account_id bigint primary key,
  platform bigint not null,
  connected bigint not null,
  foreign key (customer_id, account_id) references accounts (customer_id, account_id)
);
create index balance_sums_by_account on balance_sums (customer_id, account_id);
select protect('balance_sums', '');
revoke insert, update, delete on balance_sums from saldo_super;
create table balance_sums_until (
  is_one boolean primary key default true check (is_one),
  summed_up_to bigint not null default 0,
  next_up_to bigint not null default 0,
  next_taken_at timestamptz not null default now()
);
insert into balance_sums_until default values;
select protect('balance_sums_until', '');
revoke insert, update, delete on balance_sums_until from saldo_super;
revoke insert, delete on balance_sums_until from saldo_system;

-- The last entry up to which all are committed: it waits for those who write, and holds off others until the transaction ends.
create function settle_entries() returns bigint language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  lock table ledger_entries in share mode;
  return (select coalesce(max(entry_id), 0) from ledger_entries);
end $$;
revoke execute on function settle_entries from public;
grant execute on function settle_entries to saldo_system;

/* Sums the movements after `summed_up_to`, by condominium; movable_balances below says what `fresh` is. It is a function because
   PostgreSQL plans it with the value of `summed_up_to`. Written into the view, the planner does not know that value and expects
   a third of the ledger. */
create function unsummed_movements() returns table (account_id bigint, platform bigint, connected bigint, fresh bigint)
  language plpgsql stable rows 1000 as $$
declare
  summed_up_to bigint := (select u.summed_up_to from balance_sums_until u);
begin
  return query
    select m.account_id, sum(m.amount - m.connected)::bigint, sum(m.connected)::bigint,
      coalesce(sum(m.amount - m.connected) filter (where m.amount > m.connected and m.kind <> 'payout_failed'
        and m.at >= f.pending_read_at - interval '1 minute'), 0)::bigint
    from balance_movements m
    join accounts a on a.account_id = m.account_id
    left join provider_balances f on f.provider_account = a.provider_account and f.destination is null
    where m.entry_id > summed_up_to
    group by m.account_id;
end $$;
revoke execute on function unsummed_movements from public;
grant execute on function unsummed_movements to saldo_super, saldo_system;

create index refunds_under_way on refunds (customer_id, payment_id)
  where way = 'provider' and state in ('recorded', 'unknown', 'pending', 'requires_action');
create index transfer_recoveries_asking on transfer_recoveries (account_id) where asking > 0;

/* A condominium's balance at the provider, and what of it can be moved now. `refusal`: why nothing can be moved, as a code;
   null if something can. Where it cannot be told whose money it is, that is the refusal.
   fresh: what was booked to the platform's balance since provider_pending was read, so of which it is not known whether it is
   available. A minute more, for what was being booked just then. What comes back from a payout was available before.
   held: what refunds and recoveries under way will take. reserved: what transfers that are not sent yet will take. */
create view movable_balances with (security_invoker = true) as
select b.*, case when b.refusal is null then greatest(b.free, 0) else 0 end as movable
from (
  select a.customer_id, a.account_id, a.name, a.name_key, a.folded, a.iban, a.state as account_state, a.provider_account,
    d.way, d.destination, s.platform, s.connected, s.platform + s.connected as balance,
    p.available, p.read_at, p.bank_country, p.bank_last4, s.held, r.reserved,
    least(
      case d.way when 'payout' then s.connected else s.platform - coalesce(w.pending, 0) - s.fresh end - s.held,
      p.available) - r.reserved as free,
    case
      when a.state = 'closed' then 'account_closed'
      when a.iban is null then 'no_iban'
      when iban_is_blocked(a.iban) then 'iban_blocked'
      when exists (select from iban_changes c where c.account_id = a.account_id and c.state = 'pending' and c.expires_at > now())
        then 'iban_pending'
      when exists (select from iban_changes c where c.account_id = a.account_id and c.state = 'confirmed'
        and c.decided_at > now() - interval '72 hours') then 'iban_new'
      when p.read_at is null then 'not_read'
      when p.automatic then 'automatic'
      when d.way = 'file' and not exists (
        select from (select l.payer_iban from money_transfer_limits l where l.customer_id is null
          order by l.limit_id desc limit 1) o where o.payer_iban is not null) then 'no_payer'
      when d.way = 'payout' and d.shared then 'shared'
      when d.way = 'payout' and not p.payouts_enabled then 'payouts_off'
      when d.way = 'payout' and (p.bank_last4 is distinct from right(a.iban, 4)
        or p.bank_country is distinct from left(a.iban, 2)) then 'other_bank'
      when d.way = 'payout' and p.available + p.pending <> s.connected then 'books_differ'
      when d.way = 'file' and (p.pending_read_at is null or p.pending_read_at < now() - interval '30 minutes')
        then 'pending_old'
    end as refusal
  from accounts a
  left join balance_sums z on z.account_id = a.account_id
  left join unsummed_movements() n on n.account_id = a.account_id
  left join (
    select y.account_id, sum(f.amount) as amount from refunds f
    join payments y on y.customer_id = f.customer_id and y.payment_id = f.payment_id
    where f.way = 'provider' and f.state in ('recorded', 'unknown', 'pending', 'requires_action')
    group by y.account_id
  ) g on g.account_id = a.account_id
  left join (
    select v.account_id, sum(v.asking) as amount from transfer_recoveries v where v.asking > 0 group by v.account_id
  ) v on v.account_id = a.account_id
  cross join lateral (
    select (coalesce(z.platform, 0) + coalesce(n.platform, 0))::bigint as platform,
      (coalesce(z.connected, 0) + coalesce(n.connected, 0))::bigint as connected, coalesce(n.fresh, 0)::bigint as fresh,
      (coalesce(g.amount, 0) + coalesce(v.amount, 0))::bigint as held
  ) s
  left join provider_accounts q on q.customer_id = a.customer_id and q.provider_account = a.provider_account
    and q.account_destination is not null and (q.state = 'active' or s.connected <> 0)
  cross join lateral (
    select coalesce(a.account_destination, q.account_destination) as destination,
      case when coalesce(a.account_destination, q.account_destination) is null then 'file' else 'payout' end as way,
      exists (
        select from accounts o where o.provider_account = a.provider_account and o.account_id <> a.account_id
          and o.account_destination = coalesce(a.account_destination, q.account_destination)
      ) or exists (
        select from provider_accounts z
        join accounts o on o.customer_id = z.customer_id and o.provider_account = z.provider_account
          and o.account_destination is null and o.account_id <> a.account_id
        where z.provider_account = a.provider_account
          and z.account_destination = coalesce(a.account_destination, q.account_destination)
      ) as shared
  ) d
  left join provider_balances p on p.provider_account = a.provider_account and p.destination is not distinct from d.destination
  left join provider_pending w on w.provider_account = a.provider_account and w.account_id = a.account_id
  cross join lateral (
    select coalesce(sum(t.amount), 0)::bigint as reserved from money_transfers t
    where t.account_id = a.account_id
      and (t.state in ('approved', 'unknown') or (t.state = 'requested' and t.expires_at > now()))
  ) r
) b;
grant select on balance_movements, movable_balances to saldo_super, saldo_system;
