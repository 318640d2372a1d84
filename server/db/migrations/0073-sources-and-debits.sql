/* Saved cards and bank accounts (sources), the permissions to use them (mandates) and planned collections (debits).
   An owner is a subject of the registry or, where subject_id is null, the customer's own office. Money in cents. */

-- The owner as the provider knows it: one for each account we have there.
create table provider_customers (
  provider_customer_id bigint generated always as identity primary key,
  customer_id bigint not null references customers,
  subject_id bigint,
  provider_account text not null check (provider_account in ('stripe', 'stripe2')),
  provider_object text,
  -- What is sent to create it; kept so that a lost answer can be asked for again with the same key.
  name text not null,
  email text,
  created_at timestamptz not null default now(),
  foreign key (customer_id, subject_id) references subjects (customer_id, subject_id),
  constraint one_provider_customer_per_owner unique nulls not distinct (customer_id, subject_id, provider_account)
);
select protect('provider_customers', '');

-- A single-use link for who shall enter a card or an IBAN by themselves; only its SHA-256 is kept.
create table source_links (
  link_id bigint generated always as identity primary key,
  customer_id bigint not null references customers,
  subject_id bigint,
  type text not null check (type in ('card', 'sepa_debit')),
  provider_account text not null check (provider_account in ('stripe', 'stripe2')),
  email text not null,
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  source_id bigint,
  created_by bigint references users on delete set null,
  created_at timestamptz not null default now(),
  foreign key (customer_id, subject_id) references subjects (customer_id, subject_id)
);
create index source_links_by_owner on source_links (customer_id, subject_id, link_id);
select protect('source_links', 'select, insert, update');

/* `draft`: begun, nothing entered; `pending`: entered, the provider or the payer has still to confirm; `removing`: the
   provider has still to forget it. Of a card only what is printed on receipts is kept. */
create table payment_sources (
  source_id bigint generated always as identity primary key,
  customer_id bigint not null references customers,
  subject_id bigint,
  provider_account text not null check (provider_account in ('stripe', 'stripe2')),
  type text not null check (type in ('card', 'sepa_debit')),
  state text not null default 'draft' check (state in ('draft', 'pending', 'active', 'removing', 'removed', 'failed')),
  provider_customer text,
  provider_setup text,
  provider_method text,
  idempotency_key text,
  email text not null,
  holder text,
  brand text,
  last4 text,
  exp_month smallint,
  exp_year smallint,
  fingerprint text,
  is_default boolean not null default false,
  next_action_url text,
  failure_code text,
  link_id bigint references source_links,
  created_by bigint references users on delete set null,
  confirm_started_at timestamptz,
  next_check_at timestamptz,
  checks integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (customer_id, subject_id) references subjects (customer_id, subject_id),
  constraint the_default_can_be_used check (not is_default or state = 'active')
);
create unique index payment_sources_by_key on payment_sources (customer_id, source_id);
create index payment_sources_by_owner on payment_sources (customer_id, subject_id, source_id);
create unique index one_default_per_owner on payment_sources (customer_id, subject_id) nulls not distinct where is_default;
create unique index one_source_per_form on payment_sources (customer_id, subject_id, idempotency_key) nulls not distinct
  where idempotency_key is not null;
create unique index one_source_per_provider_method on payment_sources (provider_account, provider_method)
  where state in ('active', 'removing');
create unique index one_source_per_setup on payment_sources (provider_account, provider_setup) where provider_setup is not null;
create index sources_to_check on payment_sources (next_check_at) where next_check_at is not null;
select protect('payment_sources', 'select, insert, update');
-- Whoever holds a bill's link sees none: links are forwarded.
create policy own_sources on payment_sources to saldo_consumer
  using (subject_id in (select s.subject_id from subjects s)) with check (subject_id in (select s.subject_id from subjects s));
grant select, update on payment_sources to saldo_consumer;
alter table source_links add foreign key (customer_id, source_id) references payment_sources (customer_id, source_id);

create function touch() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end $$;
create trigger touch before update on payment_sources for each row execute function touch();

/* A mandate is what the payer agreed to: for one payment (attempt_id), or for a source and all that is collected from it.
   For a saved card it is the consent to charge it while nobody is there. */
alter table mandates
  alter column account_id drop not null,
  alter column bill_id drop not null,
  alter column subject_id drop not null,
  alter column attempt_id drop not null,
  add column source_id bigint,
  add column umr text check (length(umr) <= 35),
  add column signed_on date,
  add column last_used_at timestamptz,
  add foreign key (customer_id, source_id) references payment_sources (customer_id, source_id),
  add constraint a_mandate_is_for_something check (attempt_id is not null or source_id is not null);
create unique index mandates_by_key on mandates (customer_id, mandate_id);
create index mandates_by_source on mandates (customer_id, source_id, mandate_id);
create unique index one_standing_mandate_per_source on mandates (source_id) where state in ('draft', 'active', 'suspended');
create index mandates_at_provider on mandates (provider_account, provider_mandate) where provider_mandate is not null;
create unique index one_mandate_per_umr on mandates (provider_account, umr) where umr is not null;
create index mandates_in_force on mandates (coalesce(last_used_at, accepted_at)) where state in ('active', 'suspended');
create policy of_own_sources on mandates to saldo_consumer
  using (source_id in (select s.source_id from payment_sources s));

create table mandate_events (
  event_id bigint generated always as identity primary key,
  customer_id bigint not null,
  mandate_id bigint not null,
  kind text not null,
  text text not null,
  actor text not null,
  at timestamptz not null default now(),
  foreign key (customer_id, mandate_id) references mandates (customer_id, mandate_id)
);
create index mandate_events_by_mandate on mandate_events (customer_id, mandate_id, event_id);
select protect('mandate_events', 'select, insert');
create policy of_own_sources on mandate_events to saldo_consumer
  using (mandate_id in (select m.mandate_id from mandates m where m.source_id is not null));
grant select, insert on mandate_events to saldo_consumer;

-- With what an attempt is paid, whether the payer is there, and whether the method is kept.
alter table payment_attempts
  add column source_id bigint,
  add column off_session boolean not null default false,
  add column keeps_method boolean not null default false,
  add foreign key (customer_id, source_id) references payment_sources (customer_id, source_id);

create table debits (
  debit_id bigint generated always as identity primary key,
  customer_id bigint not null,
  account_id bigint not null,
  bill_id bigint not null,
  subject_id bigint not null,
  source_id bigint not null,
  instalment_ids bigint[] not null check (cardinality(instalment_ids) > 0),
  amount bigint not null check (amount > 0),
  collect_on date not null,
  state text not null default 'planned' check (state in ('planned', 'notified', 'started', 'done', 'failed', 'cancelled')),
  retry_of bigint references debits,
  tries smallint not null default 1 check (tries between 1 and 3),
  -- The dedupe key of the notice; the mail itself says when it left.
  notice_key text,
  notified_at timestamptz,
  payment_id bigint,
  failure_code text,
  cancel_reason text,
  -- The payment that took this debit's place: should it fail, the debit comes back.
  replaced_by bigint,
  created_by bigint references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (customer_id, account_id) references accounts (customer_id, account_id),
  foreign key (customer_id, bill_id) references bills (customer_id, bill_id),
  foreign key (customer_id, subject_id) references subjects (customer_id, subject_id),
  foreign key (customer_id, source_id) references payment_sources (customer_id, source_id),
  foreign key (customer_id, payment_id) references payments (customer_id, payment_id),
  constraint never_before_its_notice check (state not in ('notified', 'started', 'done') or notified_at is not null)
);
create unique index debits_by_key on debits (customer_id, debit_id);
create index debits_by_day on debits (customer_id, collect_on, debit_id);
create index debits_by_amount on debits (customer_id, amount, debit_id);
create index debits_by_state on debits (customer_id, state, collect_on, debit_id);
create index debits_by_bill on debits (customer_id, bill_id, debit_id);
create index debits_by_subject on debits (customer_id, subject_id, collect_on, debit_id);
create index debits_by_account on debits (customer_id, account_id, collect_on, debit_id);
create index debits_by_source on debits (customer_id, source_id, debit_id);
create unique index one_debit_per_payment on debits (payment_id) where payment_id is not null;
create unique index one_retry_per_debit on debits (retry_of) where retry_of is not null;
create index debits_to_do on debits (collect_on) where state in ('planned', 'notified');
create index debits_replaced on debits (replaced_by) where replaced_by is not null;
select protect('debits', 'select, insert, update');
-- Who may pay a bill may put off what was planned for it, in the same transaction.
create policy of_own_bill on debits to saldo_link using (bill_id in (select b.bill_id from bills b));
create policy of_own_bills on debits to saldo_consumer using (bill_id in (select b.bill_id from bills b));
grant select, update on debits to saldo_link;
grant select, insert, update on debits to saldo_consumer;
create trigger touch before update on debits for each row execute function touch();

create function debit_moves_forward() returns trigger language plpgsql as $$
begin
  if new.state <> old.state and not (case old.state
    when 'planned' then new.state in ('notified', 'cancelled')
    when 'notified' then new.state in ('planned', 'started', 'cancelled', 'failed')
    when 'started' then new.state in ('done', 'failed', 'notified', 'cancelled')
    when 'done' then new.state = 'failed'
    when 'cancelled' then new.state = 'planned' and old.replaced_by is not null
    else false
  end) then
    raise exception 'debit % may not go from % to %', old.debit_id, old.state, new.state
      using errcode = '23514', constraint = 'debit_moves_forward';
  end if;
  return new;
end $$;
create trigger debit_moves_forward before update on debits for each row execute function debit_moves_forward();

-- After a failed debit: a link that pays once. Which payment used it up is here; only its SHA-256 is kept.
create table pay_links (
  pay_link_id bigint generated always as identity primary key,
  customer_id bigint not null,
  bill_id bigint not null,
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  payment_id bigint,
  created_at timestamptz not null default now(),
  foreign key (customer_id, bill_id) references bills (customer_id, bill_id),
  foreign key (customer_id, payment_id) references payments (customer_id, payment_id)
);
create index pay_links_by_bill on pay_links (customer_id, bill_id, pay_link_id);
select protect('pay_links', 'select, insert');
create policy own_link on pay_links to saldo_link using (bill_id = actor_bill_id());
grant select, update on pay_links to saldo_link;

/* Turns this transaction into the holder of a one-time link, found by the SHA-256 of its token. No row: nobody gave out
   such a link. An expired or used one is still recognised, so that it can say so. */
create function find_pay_link(wanted bytea)
  returns table (pay_link_id bigint, bill_id bigint, customer_id bigint, expired boolean)
  language sql stable security definer set search_path = public
begin atomic
  select l.pay_link_id, l.bill_id, l.customer_id, l.expires_at <= now()
  from pay_links l
  join bills b on b.customer_id = l.customer_id and b.bill_id = l.bill_id and b.status <> 'draft'
  where l.token_hash = wanted;
end;
create function find_source_link(wanted bytea)
  returns table (link_id bigint, customer_id bigint, subject_id bigint, expired boolean, revoked boolean)
  language sql stable security definer set search_path = public
begin atomic
  select l.link_id, l.customer_id, l.subject_id, l.expires_at <= now(), l.revoked_at is not null
  from source_links l where l.token_hash = wanted;
end;
revoke execute on function find_pay_link, find_source_link from public;
grant execute on function find_pay_link, find_source_link to saldo_server;

create function become_pay_link(wanted bytea)
  returns table (pay_link_id bigint, bill_id bigint, customer_id bigint, expired boolean) language plpgsql as $$
begin
  select f.pay_link_id, f.bill_id, f.customer_id, f.expired into pay_link_id, bill_id, customer_id, expired
  from find_pay_link(wanted) f;
  if not found then
    return;
  end if;
  perform enter('saldo_link', customer_id, null, bill_id);
  return next;
end $$;
create function become_source_link(wanted bytea)
  returns table (link_id bigint, customer_id bigint, subject_id bigint, expired boolean, revoked boolean)
  language plpgsql as $$
begin
  select f.link_id, f.customer_id, f.subject_id, f.expired, f.revoked
  into link_id, customer_id, subject_id, expired, revoked
  from find_source_link(wanted) f;
  if not found then
    return;
  end if;
  perform enter('saldo_link', customer_id, null, null);
  return next;
end $$;

create trigger live_insert after insert on payment_sources referencing new table as changed
  for each statement execute function tell_live('sources');
create trigger live_update after update on payment_sources referencing new table as changed
  for each statement execute function tell_live('sources');
create trigger live_insert after insert on debits referencing new table as changed
  for each statement execute function tell_live('debits');
create trigger live_update after update on debits referencing new table as changed
  for each statement execute function tell_live('debits');

grant usage on all sequences in schema public to saldo_link, saldo_consumer, saldo_customer, saldo_super, saldo_system;
