/* Saved cards and bank accounts ("sources"). Their owner is a subject of the registry or, where subject_id is null, the
   customer's own office. */

-- The owner's customer object at the provider, one per provider account.
create table provider_customers (
  provider_customer_id bigint generated always as identity primary key,
  customer_id bigint not null references customers,
  subject_id bigint,
  provider_account text not null check (provider_account in ('stripe', 'stripe2')),
  provider_object text,
  -- The request that creates it. Stored, so that after a lost answer it can be repeated with the same key.
  name text not null,
  email text,
  created_at timestamptz not null default now(),
  foreign key (customer_id, subject_id) references subjects (customer_id, subject_id),
  constraint one_provider_customer_per_owner unique nulls not distinct (customer_id, subject_id, provider_account)
);
select protect('provider_customers', '');

-- A single-use link for somebody to enter a card or an IBAN by themselves. Only the token's SHA-256 is kept.
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

/* draft: begun, nothing entered. pending: entered, the provider or the payer has still to confirm. removing: the provider
   has still to forget it. For a card, only the data that receipts print are stored. */
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
-- The holder of a bill's link sees none, because links get forwarded.
create policy own_sources on payment_sources to saldo_consumer
  using (subject_id in (select s.subject_id from subjects s)) with check (subject_id in (select s.subject_id from subjects s));
grant select, update on payment_sources to saldo_consumer;
create trigger touch before update on payment_sources for each row execute function touch();
select limit_subusers_by_parent('payment_sources', 'subjects', 'subject_id', money_sections());
insert into audit_nouns values ('payment_sources', 'debits');
select keep_live('payment_sources', 'sources');

-- A link remembers the source that it made, and a source the link that it came from.
alter table source_links add foreign key (customer_id, source_id) references payment_sources (customer_id, source_id);
select limit_subusers_by_parent('source_links', 'subjects', 'subject_id', money_sections());

/* Turns this transaction into the holder of a source link, found by the SHA-256 of its token. No row: there is no such link.
   One that expired or was revoked is still found, so that the page can say so. */
create function find_source_link(wanted bytea)
  returns table (link_id bigint, customer_id bigint, subject_id bigint, expired boolean, revoked boolean)
  language sql stable security definer set search_path = public
begin atomic
  select l.link_id, l.customer_id, l.subject_id, l.expires_at <= now(), l.revoked_at is not null
  from source_links l where l.token_hash = wanted;
end;
revoke execute on function find_source_link from public;
grant execute on function find_source_link to saldo_server;

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
