/* The words for kinds of record in the audit log, and the section whose sub-users read them. Each migration declares those of
   its tables. domain/audit/audit-words.ts has the Italian names; audit-log.test.ts compares the two. */
create table audit_nouns (
  noun text primary key,
  section text not null check (section = any (every_section()))
);
grant select on audit_nouns to saldo_customer, saldo_system;
insert into audit_nouns values
  ('customers', 'office'), ('incomplete_customers', 'office'), ('users', 'office'), ('api_users', 'office');

/* The audit log: who changed what, for which customer, and the values before. Triggers write it in the transaction that
   makes the change, so that no change is missing. Only the differences are stored. No role may change or remove a line, not
   even the system. */
create table audit_log (
  audit_id bigint generated always as identity primary key,
  -- The customer that owns the record. Null: the back office.
  customer_id bigint,
  -- The condominium that the record belongs to, for sub-users who see some only.
  account_id bigint,
  noun text not null,
  record_id bigint not null,
  -- The record's name at that time.
  label text,
  act text not null,
  before jsonb,
  after jsonb,
  -- Null: the system, the provider or the holder of a link.
  user_id bigint,
  actor text not null,
  -- True: a super user who acted for the customer.
  flag_super_user boolean not null default false,
  folded text not null generated always as (fold(coalesce(label, '') || ' ' || actor)) stored,
  at timestamptz not null default now()
);
create index audit_log_by_text on audit_log using gin (customer_id, folded gin_trgm_ops);
create index audit_log_by_date on audit_log (customer_id, at, audit_id);
create index audit_log_by_record on audit_log (customer_id, noun, record_id, audit_id);
create index audit_log_by_account on audit_log (customer_id, account_id, at, audit_id);
create index audit_log_by_user on audit_log (customer_id, user_id, at, audit_id);
create index audit_log_of_record on audit_log (noun, record_id, audit_id);
create index audit_log_at on audit_log (at, audit_id);
select protect('audit_log', 'select');
revoke insert, update, delete on audit_log from saldo_system, saldo_super;

create function audit_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only' using errcode = '23514', constraint = 'audit_is_append_only';
end $$;
create trigger append_only before update or delete on audit_log for each row execute function audit_is_append_only();
create trigger never_emptied before truncate on audit_log for each statement execute function audit_is_append_only();

-- Refuses an undeclared noun: no sub-user could read its lines.
create function require_audit_noun(wanted text) returns void language plpgsql stable as $$
begin
  if not exists (select from audit_nouns n where n.noun = wanted) then
    raise exception 'the audit word % is not declared: insert it into audit_nouns, with its section', coalesce(wanted, 'null')
      using errcode = '23514', constraint = 'audit_noun_is_declared';
  end if;
end $$;

-- The first and last four characters: enough to recognise an IBAN, too little to use it.
create function masked_iban(iban text) returns text language sql immutable parallel safe
  return case when length(iban) > 8 then left(iban, 4) || repeat('•', length(iban) - 8) || right(iban, 4) else iban end;

-- The part of a record that goes into the log: no secrets and no derived columns; IBANs are masked, nested ones too.
create function audited(record jsonb, left_out text[]) returns jsonb language sql immutable parallel safe
  return (
    select coalesce(jsonb_object_agg(e.key,
      case when e.key like '%iban%' and jsonb_typeof(e.value) = 'string'
        then to_jsonb(masked_iban(e.value #>> '{}')) else e.value end), '{}')
    from jsonb_each(record) e
    where not e.key = any (left_out)
      and not e.key = any (array['folded', 'name_key', 'city_key', 'number_key', 'created_at', 'updated_at'])
      and e.key not like '%\_hash' and e.value <> 'null');

/* Writes one line in the name of the transaction's actor. Acts that are not the change of one row (an import, a run of
   reminders, a merge) call it themselves; all others use keep_audit's triggers. */
create function audit(of_customer_id bigint, of_account_id bigint, of_noun text, of_record_id bigint, called text, of_act text,
  was jsonb, is_now jsonb) returns void language plpgsql volatile security definer set search_path = public as $$
begin
  perform require_audit_noun(of_noun);
  insert into audit_log (customer_id, account_id, noun, record_id, label, act, before, after, user_id, actor, flag_super_user)
  select of_customer_id, of_account_id, of_noun, of_record_id, called, of_act, was, is_now, u.user_id,
    coalesce(u.nominative,
      case current_setting('role', true)
        when 'saldo_link' then 'Chi ha il collegamento' when 'saldo_anonymous' then 'Visitatore' else 'Sistema' end),
    coalesce(u.flag_super_user, false)
  from (select) as once left join users u on u.user_id = actor_user_id();
end $$;
revoke execute on function audit from public;
grant execute on function audit
  to saldo_link, saldo_consumer, saldo_customer, saldo_super, saldo_system, saldo_anonymous;

/* A trigger's arguments: noun, key column, column with the record's name, and the columns to leave out. Rows that come in
   bulk (saldo.bulk) are told once, by the act that brings them. */
create function audit_row() returns trigger language plpgsql security definer set search_path = public as $$
declare
  was jsonb := case when tg_op <> 'INSERT' then audited(to_jsonb(old), tg_argv[3:]) end;
  is_now jsonb := case when tg_op <> 'DELETE' then audited(to_jsonb(new), tg_argv[3:]) end;
  whole jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
begin
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(k, was -> k) filter (where was ? k), jsonb_object_agg(k, is_now -> k) filter (where is_now ? k)
    into was, is_now
    from (select jsonb_object_keys(was || is_now) as k) keys
    where was -> k is distinct from is_now -> k;
    if was is null and is_now is null then
      return null;
    end if;
  end if;
  perform audit((whole ->> 'customer_id')::bigint, (whole ->> 'account_id')::bigint, tg_argv[0],
    (whole ->> tg_argv[1])::bigint, whole ->> tg_argv[2],
    case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'changed' else 'removed' end, was, is_now);
  return null;
end $$;
revoke execute on function audit_row from public;

/* Gives a table the three triggers of the log. `changes`: the condition on which an update is logged, for tables where
   most updates are not made by people. */
create function keep_audit(target regclass, noun text, key text, label text, left_out text[] default '{}',
  changes text default 'old.* is distinct from new.*') returns void language plpgsql as $$
declare
  given text := (select string_agg(quote_literal(a), ', ') from unnest(array[noun, key, label] || left_out) a);
begin
  perform require_audit_noun(noun);
  execute format($t$create trigger audit_insert after insert on %s for each row
    when (current_setting('saldo.bulk', true) is distinct from 'yes') execute function audit_row(%s)$t$, target, given);
  execute format($t$create trigger audit_update after update on %s for each row
    when (%s) execute function audit_row(%s)$t$, target, changes, given);
  execute format($t$create trigger audit_delete after delete on %s for each row execute function audit_row(%s)$t$, target, given);
end $$;

select keep_audit('customers', 'customers', 'customer_id', 'business_name');
select keep_audit('incomplete_customers', 'incomplete_customers', 'incomplete_id', 'business_name');
select keep_audit('users', 'users', 'user_id', 'nominative');
select keep_audit('user_permissions', 'users', 'user_id', 'section');
select keep_audit('api_users', 'api_users', 'api_user_id', 'user_name');

-- Sub-users read the lines of their sections, and of their condominiums.
create policy limited_read on audit_log as restrictive for select to saldo_subuser using (
  noun = any ((select array(select n.noun from audit_nouns n where actor_may(permissions('read', array[n.section]))))::text[])
  and ((select actor_accounts()) is null or account_id = any ((select actor_accounts())::bigint[])));
