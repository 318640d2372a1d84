/* Movements of the condominiums' bank accounts, read from statements, and what they settle. Money in cents, credits
   positive. */

-- The key by which a payer's reference finds a bill: its number without punctuation, as an RF reference (ISO 11649) quotes it.
create function bill_reference_key(number text) returns text language sql immutable parallel safe
begin atomic
  select right(upper(regexp_replace(fold(number), '[^0-9a-z]+', '', 'g')), 21);
end;
create index bills_by_reference on bills (customer_id, bill_reference_key(number));
-- Open bills of one amount, in one condominium.
create index bills_open_by_residue on bills (customer_id, account_id, residue, bill_id) where residue > 0;

/* The bills of an office that these keys name, for the reader of statements. A function that runs as the owner, because under
   row-level security PostgreSQL does not search an index on an expression. It tells only ids: who may see the bills is decided
   when they are read. */
create function bills_of_references(of_customer_id bigint, keys text[]) returns setof bigint
  language sql stable security definer rows 100 set search_path = pg_catalog, public, pg_temp
begin atomic
  select b.bill_id from bills b
  where b.customer_id = of_customer_id and bill_reference_key(b.number) = any (keys)
    and (actor_customer_id() is null or actor_customer_id() = of_customer_id);
end;
revoke execute on function bills_of_references from public;
grant execute on function bills_of_references to saldo_customer, saldo_super, saldo_system;

create table bank_statements (
  statement_id bigint generated always as identity primary key,
  customer_id bigint not null references customers,
  account_id bigint not null,
  flow_id bigint not null,
  -- A hash of what the statement says of itself: the same one in another file is known.
  identity text not null,
  format text not null,
  reference text,
  starts_on date,
  ends_on date not null,
  opening bigint,
  closing bigint,
  movements integer not null default 0,
  -- Those among them that an earlier statement had brought.
  known integer not null default 0,
  created_at timestamptz not null default now(),
  foreign key (customer_id, account_id) references accounts (customer_id, account_id),
  foreign key (customer_id, flow_id) references flows (customer_id, flow_id)
);
create unique index bank_statements_by_key on bank_statements (customer_id, statement_id);
create unique index one_statement_per_identity on bank_statements (customer_id, account_id, identity);
create index bank_statements_by_end on bank_statements (customer_id, ends_on, statement_id);
create index bank_statements_by_account on bank_statements (customer_id, account_id, ends_on, statement_id);
create index bank_statements_by_date on bank_statements (customer_id, created_at, statement_id);
create index bank_statements_by_flow on bank_statements (customer_id, flow_id, statement_id);
select protect('bank_statements', 'select, insert, update');
select limit_subusers_by_account('bank_statements', array['payments']);
select keep_live('bank_statements', 'bank-statements');

create table bank_movements (
  movement_id bigint generated always as identity primary key,
  customer_id bigint not null references customers,
  account_id bigint not null,
  statement_id bigint not null,
  flow_id bigint not null,
  -- Two files bring the same movement if this is equal: the bank's reference, or a hash of day, amount and texts.
  identity text not null,
  booked_on date not null,
  value_on date,
  amount bigint not null check (amount <> 0),
  is_reversal boolean not null default false,
  bank_reference text,
  end_to_end_id text,
  mandate_reference text,
  batch_reference text,
  reversed_reference text,
  return_reason text,
  structured_reference text,
  text text not null default '',
  bank_code text,
  party_name text,
  party_iban text,
  party_fiscal_code text,
  state text not null check (state in
    ('to_match', 'to_explain', 'partly', 'matched', 'credited', 'flow', 'reversal', 'returned', 'excluded')),
  -- Cents that collections hold.
  matched bigint not null default 0 check (matched >= 0),
  -- Why it is in this state, as a sentence.
  reason text,
  note text,
  -- Found when it was last matched; whoever confirms one computes it again.
  proposals jsonb not null default '[]',
  first_choice boolean not null default false,
  -- The first proposal in short.
  proposed text,
  -- True after a person undid its match: then it is never matched automatically again.
  by_hand_only boolean not null default false,
  folded text collate "C" not null generated always as (fold(coalesce(party_name, '') || ' ' || text || ' '
    || coalesce(structured_reference, '') || ' ' || coalesce(end_to_end_id, '') || ' ' || coalesce(bank_reference, ''))) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (customer_id, account_id) references accounts (customer_id, account_id),
  foreign key (customer_id, statement_id) references bank_statements (customer_id, statement_id),
  foreign key (customer_id, flow_id) references flows (customer_id, flow_id),
  constraint never_more_than_came check (matched = 0 or matched <= amount),
  constraint matched_as_the_state_says check (case state
    when 'matched' then matched = amount when 'credited' then matched = amount
    when 'partly' then matched > 0 and matched < amount else matched = 0 end)
);
create unique index bank_movements_by_key on bank_movements (customer_id, movement_id);
create unique index one_movement_per_identity on bank_movements (customer_id, account_id, identity);
create index bank_movements_by_day on bank_movements (customer_id, booked_on, movement_id);
create index bank_movements_by_amount on bank_movements (customer_id, amount, movement_id);
create index bank_movements_by_account on bank_movements (customer_id, account_id, booked_on, movement_id);
create index bank_movements_by_state on bank_movements (customer_id, state, booked_on, movement_id);
create index bank_movements_by_statement on bank_movements (customer_id, statement_id, movement_id);
create index bank_movements_by_flow on bank_movements (customer_id, flow_id, movement_id);
create index bank_movements_by_reference on bank_movements (customer_id, account_id, bank_reference)
  where bank_reference is not null;
create index bank_movements_open on bank_movements (customer_id, account_id, movement_id)
  where state in ('to_match', 'to_explain');
select protect('bank_movements', 'select, insert, update');
select limit_subusers_by_account('bank_movements', array['payments']);
select keep_live('bank_movements', 'transfers');
create trigger touch before update on bank_movements for each row execute function touch();

-- What the bank said of a movement never changes.
create function movement_stays() returns trigger language plpgsql as $$
begin
  if (new.account_id, new.identity, new.booked_on, new.amount, new.text, new.party_iban)
       is distinct from (old.account_id, old.identity, old.booked_on, old.amount, old.text, old.party_iban) then
    raise exception 'movement % is as the bank said', old.movement_id using errcode = '23514', constraint = 'movement_stays';
  end if;
  return new;
end $$;
create trigger movement_stays before update on bank_movements for each row execute function movement_stays();

/* A collection that is a movement's money. Undone: the collection was reversed, or only its link was taken away. */
create table movement_matches (
  match_id bigint generated always as identity primary key,
  customer_id bigint not null references customers,
  account_id bigint not null,
  movement_id bigint not null,
  payment_id bigint not null,
  amount bigint not null check (amount > 0),
  way text not null check (way in ('automatic', 'confirmed', 'by_hand', 'linked')),
  reasons text[] not null default '{}',
  actor text not null,
  created_by bigint references users on delete set null,
  at timestamptz not null default now(),
  undone_at timestamptz,
  undone_by text,
  undone_reason text,
  idempotency_key text,
  request_hash text,
  foreign key (customer_id, account_id) references accounts (customer_id, account_id),
  foreign key (customer_id, movement_id) references bank_movements (customer_id, movement_id),
  foreign key (customer_id, payment_id) references payments (customer_id, payment_id),
  constraint undone_by_somebody check ((undone_at is null) = (undone_by is null))
);
create index movement_matches_by_movement on movement_matches (customer_id, movement_id, match_id);
create index movement_matches_by_account on movement_matches (customer_id, account_id, match_id);
create index movement_matches_by_payment on movement_matches (customer_id, payment_id);
create unique index one_match_per_payment on movement_matches (customer_id, payment_id) where undone_at is null;
create index movement_matches_by_request on movement_matches (customer_id, idempotency_key)
  where idempotency_key is not null;
select protect('movement_matches', 'select, insert, update');
select limit_subusers_by_account('movement_matches', array['payments']);
select keep_live('movement_matches', 'transfers', array['insert', 'update']);

-- What people and the product did with a movement. Append-only.
create table movement_events (
  event_id bigint generated always as identity primary key,
  customer_id bigint not null references customers,
  account_id bigint not null,
  movement_id bigint not null,
  text text not null,
  actor text not null,
  at timestamptz not null default now(),
  foreign key (customer_id, account_id) references accounts (customer_id, account_id),
  foreign key (customer_id, movement_id) references bank_movements (customer_id, movement_id)
);
create index movement_events_by_movement on movement_events (customer_id, movement_id, event_id);
create index movement_events_by_account on movement_events (customer_id, account_id, event_id);
select protect('movement_events', 'select, insert');
select limit_subusers_by_account('movement_events', array['payments']);

-- Learned: what this IBAN pays into this condominium is this person's.
create table payer_rules (
  rule_id bigint generated always as identity primary key,
  customer_id bigint not null references customers,
  account_id bigint not null,
  subject_id bigint not null,
  party_iban text not null,
  party_name text,
  actor text not null,
  created_by bigint references users on delete set null,
  created_at timestamptz not null default now(),
  foreign key (customer_id, account_id) references accounts (customer_id, account_id),
  foreign key (customer_id, subject_id) references subjects (customer_id, subject_id)
);
create unique index payer_rules_by_key on payer_rules (customer_id, rule_id);
create index payer_rules_by_iban on payer_rules (customer_id, account_id, party_iban, subject_id);
create index payer_rules_by_date on payer_rules (customer_id, created_at, rule_id);
create index payer_rules_by_subject on payer_rules (customer_id, subject_id, rule_id);
select protect('payer_rules', 'select, insert, delete');
select limit_subusers_by_account('payer_rules', array['payments']);
select keep_live('payer_rules', 'payer-rules', array['insert', 'delete']);

-- Money that the bank took back is reversed, too, and nothing comes in its place.
alter table collection_reversals
  drop constraint collection_reversals_reason_check,
  add constraint collection_reversals_reason_check
    check (reason in ('other_person', 'other_amount', 'by_mistake', 'by_bank')),
  drop constraint replaced_for_a_reason,
  add constraint replaced_for_a_reason check ((reason in ('by_mistake', 'by_bank')) = (replaced_by is null));
