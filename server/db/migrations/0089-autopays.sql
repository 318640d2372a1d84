/* Autopay: a person has the instalments of their bills in a condominium debited by themselves, from a saved method. Only the
   payer begins one; the office sees it. */
create table autopays (
  autopay_id bigint generated always as identity primary key,
  customer_id bigint not null,
  account_id bigint not null,
  subject_id bigint not null,
  source_id bigint not null,
  -- Cents; an instalment above it is not debited. Null: no cap.
  cap bigint check (cap > 0),
  -- Instalments due before stay with the payer.
  starts_on date not null,
  state text not null default 'active' check (state in ('active', 'paused', 'revoked')),
  pause_reason text check (pause_reason in ('payer', 'failures', 'source')),
  -- The day on which it resumes by itself. Null: when the payer says so.
  paused_until date,
  -- Failed debits before do not count any more.
  resumed_at timestamptz not null default now(),
  created_by bigint references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (customer_id, account_id) references accounts (customer_id, account_id),
  foreign key (customer_id, subject_id) references subjects (customer_id, subject_id),
  foreign key (customer_id, source_id) references payment_sources (customer_id, source_id),
  constraint paused_for_a_reason check ((state = 'paused') = (pause_reason is not null)),
  constraint resumes_only_from_a_pause check (paused_until is null or state = 'paused')
);
create unique index autopays_by_key on autopays (customer_id, autopay_id);
create unique index one_autopay_per_person_and_account on autopays (customer_id, subject_id, account_id) where state <> 'revoked';
create index autopays_by_source on autopays (customer_id, source_id);
create index autopays_by_account on autopays (customer_id, account_id);
create index autopays_to_do on autopays (autopay_id) where state <> 'revoked';

select protect('autopays', 'select');
create policy own_autopays on autopays to saldo_consumer
  using (subject_id in (select s.subject_id from subjects s))
  with check (subject_id in (select s.subject_id from subjects s));
grant select, insert, update on autopays to saldo_consumer;
grant usage on sequence autopays_autopay_id_seq to saldo_consumer;
create trigger touch before update on autopays for each row execute function touch();
select limit_subusers_by_account('autopays', money_sections());
insert into audit_nouns values ('autopays', 'debits');
select keep_audit('autopays', 'autopays', 'autopay_id', 'state', array['resumed_at']);
select keep_live('autopays', 'debits');

/* What was revoked stays revoked: the next one is a new agreement. */
create function autopay_stays_revoked() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.state = 'revoked' then
    raise exception 'autopay % was revoked', old.autopay_id using errcode = '23514', constraint = 'autopay_stays_revoked';
  end if;
  return new;
end $$;
revoke execute on function autopay_stays_revoked from public;
create trigger autopay_stays_revoked before update of state on autopays for each row execute function autopay_stays_revoked();

-- The autopay that planned a debit. Null: a person did.
alter table debits add column autopay_id bigint;
alter table debits add foreign key (customer_id, autopay_id) references autopays (customer_id, autopay_id);
create index debits_by_autopay on debits (customer_id, autopay_id, debit_id) where autopay_id is not null;
-- Cancelled by a pause, by a revocation or because the sum changed: its instalments may be planned anew.
alter table debits add column plan_again boolean not null default false;

select let_queries_read('autopays',
  'autopay_id, customer_id, account_id, subject_id, source_id, cap, starts_on, state, pause_reason, paused_until, resumed_at,
   created_by, created_at, updated_at');
select let_queries_read('debits',
  'debit_id, customer_id, account_id, bill_id, subject_id, source_id, instalment_ids, amount, collect_on, state,
   retry_of, tries, notice_key, notified_at, payment_id, failure_code, cancel_reason, replaced_by, created_by,
   created_at, updated_at, mandate_id, run_id, sequence, block_id, end_to_end_id, settled_on, settled_by, autopay_id,
   plan_again');

/* Whoever loses their access can no longer pause or revoke: what they agreed to ends with it, however it ends. */
create function autopays_end_with_access() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  update autopays set state = 'revoked', pause_reason = null, paused_until = null
  where customer_id = new.customer_id and subject_id = new.subject_id and state <> 'revoked';
  update debits set state = 'cancelled', cancel_reason = 'Chi paga non ha più un accesso.'
  where customer_id = new.customer_id and state in ('planned', 'notified') and autopay_id in (
    select a.autopay_id from autopays a where a.customer_id = new.customer_id and a.subject_id = new.subject_id);
  return new;
end $$;
revoke execute on function autopays_end_with_access from public;
create trigger autopays_end_with_access after update of user_id on subjects
  for each row when (old.user_id is not null and new.user_id is null) execute function autopays_end_with_access();
