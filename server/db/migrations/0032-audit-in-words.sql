/* The audit log is read by people: a line says which table of the record it tells (`part`), calls records by their names and
   not by their numbers, and knows only the acts that domain/audit/audit-words.ts has a sentence for. */
-- `part`: the table of the change when it is not the record's own: the certificate of a person, an expense of a budget.
alter table audit_log add column part text;
alter table audit_log add constraint audit_act_is_declared check (act in (
  'created', 'changed', 'removed', 'imported', 'undone', 'merged', 'issued', 'activated', 'iban_revealed', 'sent', 'delivered',
  'books_closed', 'books_reopened', 'collection_reversed'));

drop function if exists audit(bigint, bigint, text, bigint, text, text, jsonb, jsonb);
/* Writes one line in the name of the transaction's actor. Acts that are not the change of one row (an import, a run of
   reminders, a merge) call it through recordAudit (server/db/record-audit.ts); all others use keep_audit's triggers. */
create or replace function audit(of_customer_id bigint, of_account_id bigint, of_noun text, of_record_id bigint, called text, of_act text,
  was jsonb, is_now jsonb, of_part text default null) returns void
  language plpgsql volatile security definer set search_path = public as $$
begin
  perform require_audit_noun(of_noun);
  insert into audit_log
    (customer_id, account_id, noun, part, record_id, label, act, before, after, user_id, actor, flag_super_user)
  select of_customer_id, of_account_id, of_noun, of_part, of_record_id, called, of_act, was, is_now, u.user_id,
    coalesce(u.nominative,
      case current_setting('role', true)
        when 'saldo_link' then 'Chi ha il link' when 'saldo_anonymous' then 'Visitatore' else 'Sistema' end),
    coalesce(u.flag_super_user, false)
  from (select) as once left join users u on u.user_id = actor_user_id();
end $$;
revoke execute on function audit from public;
grant execute on function audit
  to saldo_link, saldo_consumer, saldo_customer, saldo_super, saldo_system, saldo_anonymous;

-- What the record is called that a column refers to, or the records that it lists; null: the column refers to none.
create or replace function audit_name(key text, value jsonb) returns jsonb
  language sql stable security definer set search_path = public
  return case key
    when 'subject_id' then (select to_jsonb(nominative) from subjects where subject_id = (value #>> '{}')::bigint)
    when 'merged_into' then (select to_jsonb(nominative) from subjects where subject_id = (value #>> '{}')::bigint)
    when 'account_id' then (select to_jsonb(name) from accounts where account_id = (value #>> '{}')::bigint)
    when 'unit_id' then (select to_jsonb(name) from units where unit_id = (value #>> '{}')::bigint)
    when 'unit_ids' then (
      select jsonb_agg(u.name order by e.n)
      from jsonb_array_elements_text(value) with ordinality e (id, n) join units u on u.unit_id = e.id::bigint)
    when 'weight_table_id' then (select to_jsonb(name) from weight_tables where weight_table_id = (value #>> '{}')::bigint)
    when 'second_table_id' then (select to_jsonb(name) from weight_tables where weight_table_id = (value #>> '{}')::bigint)
    when 'budget_id' then (select to_jsonb(name) from budgets where budget_id = (value #>> '{}')::bigint)
    when 'bill_id' then (select to_jsonb(number) from bills where bill_id = (value #>> '{}')::bigint)
    when 'reissued_bill_id' then (select to_jsonb(number) from bills where bill_id = (value #>> '{}')::bigint)
    when 'user_id' then (select to_jsonb(nominative) from users where user_id = (value #>> '{}')::bigint)
    when 'agent_id' then (select to_jsonb(name) from agents where agent_id = (value #>> '{}')::bigint)
    when 'group_id' then (select to_jsonb(name) from customer_groups where group_id = (value #>> '{}')::bigint)
    when 'sector_id' then (select to_jsonb(name) from sectors where sector_id = (value #>> '{}')::bigint)
  end;
revoke execute on function audit_name from public;

-- Adds the names of the records that a record refers to: `subject` beside `subject_id`, unless it has a column of that name.
create or replace function audit_named(record jsonb, own_key text) returns jsonb
  language sql stable security definer set search_path = public
  return record || (
    select coalesce(jsonb_object_agg(said, name), '{}')
    from (
      select regexp_replace(regexp_replace(e.key, '_id$', ''), '_ids$', 's') as said, audit_name(e.key, e.value) as name, e.key
      from jsonb_each(record) e where e.key <> own_key) names
    where name is not null and (said = key or not record ? said));
revoke execute on function audit_named from public;

/* A trigger's arguments: noun, key column, column or columns (with commas) that name the row, and the columns to leave out.
   The line of a part is called as its record, and always says which part: the section of a permission, the unit of a weight.
   Rows that come in bulk (saldo.bulk) are told once, by the act that brings them. */
create or replace function audit_row() returns trigger language plpgsql security definer set search_path = public as $$
declare
  naming text[] := string_to_array(tg_argv[2], ',');
  was jsonb := case when tg_op <> 'INSERT' then audited(to_jsonb(old), tg_argv[3:]) end;
  is_now jsonb := case when tg_op <> 'DELETE' then audited(to_jsonb(new), tg_argv[3:]) end;
  whole jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  part text := nullif(tg_table_name, tg_argv[0]);
  called text;
begin
  if tg_op = 'UPDATE' then
    if was = is_now then
      return null;
    end if;
    select jsonb_object_agg(k, was -> k) filter (where was ? k), jsonb_object_agg(k, is_now -> k) filter (where is_now ? k)
    into was, is_now
    from (select jsonb_object_keys(was || is_now) as k) keys
    where was -> k is distinct from is_now -> k or (part is not null and k = any (naming));
  end if;
  called := coalesce(
    case when part is not null then audit_name(tg_argv[1], whole -> tg_argv[1]) #>> '{}' end,
    (select string_agg(coalesce(audit_name(k, whole -> k) #>> '{}', case when k !~ '_id$' then whole ->> k end), ' · ' order by n)
     from unnest(naming) with ordinality named (k, n)));
  perform audit((whole ->> 'customer_id')::bigint, (whole ->> 'account_id')::bigint, tg_argv[0],
    (whole ->> tg_argv[1])::bigint, called,
    case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'changed' else 'removed' end,
    audit_named(was, tg_argv[1]), audit_named(is_now, tg_argv[1]), part);
  return null;
end $$;

-- The share as people write it: 1/2.
alter table right_holders add column share text not null
  generated always as (share_numerator::text || '/' || share_denominator::text) stored;
/* The holder of a right is called by person and unit, not by the kind of the right; a consent says what for, a statement of
   commissions says its month. */
drop trigger audit_insert on right_holders;
drop trigger audit_update on right_holders;
drop trigger audit_delete on right_holders;
select keep_audit('right_holders', 'right_holders', 'right_holder_id', 'subject_id,unit_id',
  array['share_numerator', 'share_denominator', 'import_id']);
drop trigger audit_insert on subject_consents;
drop trigger audit_update on subject_consents;
drop trigger audit_delete on subject_consents;
select keep_audit('subject_consents', 'subjects', 'subject_id', 'name', array['kind', 'actor', 'user_id', 'at']);
drop trigger audit_insert on commission_statements;
drop trigger audit_update on commission_statements;
drop trigger audit_delete on commission_statements;
select keep_audit('commission_statements', 'agents', 'agent_id', 'title', array['month', 'statement_id']);
