/* An autopay keeps to its payer: links end with the method, an end that the payer did not choose is told to them, and the log
   says who acted by a link. */

-- Whether two saved methods are one card or account, saved twice.
create function is_same_method(one_source_id bigint, other_source_id bigint) returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select one_source_id = other_source_id or exists (
    select from payment_sources a
    join payment_sources b on b.customer_id = a.customer_id and b.type = a.type and b.fingerprint = a.fingerprint
    where a.source_id = one_source_id and b.source_id = other_source_id);
end;
revoke execute on function is_same_method from public;
grant execute on function is_same_method to saldo_system;

/* Whoever holds a link steers the money of the method that it was mailed for. With another method the payer may be another
   person, so that earlier links expire; they live on when the same card or account was saved again. */
create function autopay_links_end_with_method() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if not is_same_method(old.source_id, new.source_id) then
    update autopay_links set expires_at = now()
    where customer_id = new.customer_id and autopay_id = new.autopay_id and expires_at > now();
  end if;
  return null;
end $$;
revoke execute on function autopay_links_end_with_method from public;
create trigger autopay_links_end_with_method after update of source_id on autopays
  for each row when (old.source_id <> new.source_id) execute function autopay_links_end_with_method();
create index autopay_links_by_end on autopay_links (expires_at);

-- Why it ended, when its payer did not end it; null while it is in force, and when they did.
alter table autopays add column ended_because text check (ended_because in ('access', 'merged'));
-- When the payer was told of that.
alter table autopays add column end_told_at timestamptz;
alter table autopays add constraint an_end_has_a_reason check (ended_because is null or state = 'revoked');
create index autopays_to_tell on autopays (autopay_id) where ended_because is not null and end_told_at is null;
select let_queries_read('autopays',
  'autopay_id, customer_id, account_id, subject_id, source_id, cap, starts_on, state, pause_reason, paused_until, resumed_at,
   created_by, created_at, updated_at, ended_because, end_told_at');
drop trigger audit_insert on autopays;
drop trigger audit_update on autopays;
drop trigger audit_delete on autopays;
select keep_audit('autopays', 'subjects', 'subject_id', 'account_id',
  array['autopay_id', 'resumed_at', 'created_by', 'ended_because', 'end_told_at'],
  '(old.state, old.pause_reason, old.paused_until, old.cap, old.source_id)
    is distinct from (new.state, new.pause_reason, new.paused_until, new.cap, new.source_id)');

/* Whoever loses their access can no longer pause or revoke: what they agreed to ends with it, and a job tells them. What was agreed
   by a link needs no access: whoever has the link goes on, pauses and revokes. */
create or replace function autopays_end_with_access() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  update autopays set state = 'revoked', pause_reason = null, paused_until = null, ended_because = 'access'
  where customer_id = new.customer_id and subject_id = new.subject_id and state <> 'revoked' and created_by is not null;
  update debits set state = 'cancelled', cancel_reason = 'Chi paga non ha più un accesso.'
  where customer_id = new.customer_id and state in ('planned', 'notified') and autopay_id in (
    select a.autopay_id from autopays a
    where a.customer_id = new.customer_id and a.subject_id = new.subject_id and a.state = 'revoked');
  return new;
end $$;

/* Who acted: a user; else whoever holds a link, also where the system acts for them (saldo.by_link). */
create or replace function audit(of_customer_id bigint, of_account_id bigint, of_noun text, of_record_id bigint, called text,
  of_act text, was jsonb, is_now jsonb, of_part text default null) returns void language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform require_audit_noun(of_noun);
  insert into audit_log
    (customer_id, account_id, noun, part, record_id, label, act, before, after, user_id, actor, flag_super_user,
      impersonation_id, acted_for, acted_because)
  select of_customer_id, of_account_id, of_noun, of_part, of_record_id, called, of_act, was, is_now, u.user_id,
    coalesce(u.nominative,
      case when current_setting('saldo.by_link', true) = 'yes' then 'Chi ha il link'
        else case current_setting('role', true)
          when 'saldo_link' then 'Chi ha il link' when 'saldo_anonymous' then 'Visitatore' else 'Sistema' end end),
    coalesce(u.flag_super_user, false), i.impersonation_id, i.business_name, i.reason
  from (select) as once
  left join users u on u.user_id = actor_user_id()
  left join lateral (
    select i.impersonation_id, i.reason, c.business_name from impersonations i join customers c using (customer_id)
    where i.impersonation_id = actor_impersonation_id()
  ) i on true;
end $$;
