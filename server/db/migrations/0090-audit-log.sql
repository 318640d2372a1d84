/* Who changed what, for whom, and what it was before. Written by triggers in the transaction that changes, so that nothing
   is changed without it; only what differs is kept. Nobody, the system included, changes or removes a line of it. */
create table audit_log (
  audit_id bigint generated always as identity primary key,
  -- Whose record it is; null: the back office's own.
  customer_id bigint,
  -- The condominium it belongs to, for those who see some only.
  account_id bigint,
  noun text not null,
  record_id bigint not null,
  -- What the record is called, as it was then.
  label text,
  act text not null,
  before jsonb,
  after jsonb,
  -- Null: the system, the provider or whoever held a link.
  user_id bigint,
  actor text not null,
  -- A super user who acted for the customer.
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

-- First and last four characters: enough to recognise an IBAN, too little to use it.
create function masked_iban(iban text) returns text language sql immutable parallel safe
  return case when length(iban) > 8 then left(iban, 4) || repeat('•', length(iban) - 8) || right(iban, 4) else iban end;

-- What of a record is worth telling: neither what follows from the rest, nor secrets; IBANs masked, also inside.
create function audited(record jsonb, left_out text[]) returns jsonb language sql immutable parallel safe
  return (
    select coalesce(jsonb_object_agg(e.key,
      case when e.key like '%iban%' and jsonb_typeof(e.value) = 'string'
        then to_jsonb(masked_iban(e.value #>> '{}')) else e.value end), '{}')
    from jsonb_each(record) e
    where not e.key = any (left_out)
      and not e.key = any (array['folded', 'name_key', 'city_key', 'created_at', 'updated_at'])
      and e.key not like '%\_hash' and e.value <> 'null');

/* Writes one line of the audit log, as whoever acts. Acts that are no change of one row (an import, a reminder's run, a
   merge) call it themselves; everything else has the trigger below. */
create function audit(of_customer_id bigint, of_account_id bigint, of_noun text, of_record_id bigint, called text, of_act text,
  was jsonb, is_now jsonb) returns void language sql volatile security definer set search_path = public
begin atomic
  insert into audit_log (customer_id, account_id, noun, record_id, label, act, before, after, user_id, actor, flag_super_user)
  select of_customer_id, of_account_id, of_noun, of_record_id, called, of_act, was, is_now, u.user_id,
    coalesce(u.nominative,
      case current_setting('role', true)
        when 'saldo_link' then 'Chi ha il collegamento' when 'saldo_anonymous' then 'Visitatore' else 'Sistema' end),
    coalesce(u.flag_super_user, false)
  from (select) as once left join users u on u.user_id = actor_user_id();
end;
revoke execute on function audit from public;
grant execute on function audit
  to saldo_link, saldo_consumer, saldo_customer, saldo_super, saldo_system, saldo_anonymous;

/* For `after insert or update or delete … for each row`. Arguments: noun, key column, column that names the record, and
   what is left out. What an import inserts is told once, by the import (`bulk` below). */
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

/* Sets the triggers of a table: inserts (unless they come in bulk), updates that change something beyond what follows by
   itself, removals. `changes`: the condition for updates, where most of them are none of a person's doing. */
create function keep_audit(target regclass, noun text, key text, label text, left_out text[] default '{}',
  changes text default 'old.* is distinct from new.*') returns void language plpgsql as $$
declare
  given text := (select string_agg(quote_literal(a), ', ') from unnest(array[noun, key, label] || left_out) a);
begin
  execute format($t$create trigger audit_insert after insert on %s for each row
    when (current_setting('saldo.bulk', true) is distinct from 'yes') execute function audit_row(%s)$t$, target, given);
  execute format($t$create trigger audit_update after update on %s for each row
    when (%s) execute function audit_row(%s)$t$, target, changes, given);
  execute format($t$create trigger audit_delete after delete on %s for each row execute function audit_row(%s)$t$, target, given);
end $$;

select keep_audit('customers', 'customers', 'customer_id', 'business_name');
select keep_audit('accounts', 'accounts', 'account_id', 'name');
select keep_audit('subjects', 'subjects', 'subject_id', 'nominative');
select keep_audit('users', 'users', 'user_id', 'nominative');
-- What money does to a bill is in its timeline and in the ledger; here is what people do to it.
select keep_audit('bills', 'bills', 'bill_id', 'number',
  array['settled', 'pending', 'next_due_date', 'phase', 'standing', 'residue', 'import_id', 'import_key'],
  $c$(old.status, old.amount, old.number, old.description, old.subject_id, old.account_id, old.unit, old.issue_date, old.link_version)
    is distinct from
    (new.status, new.amount, new.number, new.description, new.subject_id, new.account_id, new.unit, new.issue_date, new.link_version)$c$);

-- As accounts_like and its siblings: see migration 0020.
create function audit_log_like(patterns text[], at_most integer) returns setof bigint
  language sql stable security definer rows 100 set search_path = public
begin atomic
  select l.audit_id from audit_log l
  where l.customer_id = actor_customer_id() and l.folded like patterns[1] and l.folded like all (patterns)
  union all
  select l.audit_id from audit_log l
  where actor_customer_id() is null and l.folded like patterns[1] and l.folded like all (patterns)
  limit at_most;
end;
revoke execute on function audit_log_like from public;
grant execute on function audit_log_like to saldo_customer, saldo_super, saldo_system;
