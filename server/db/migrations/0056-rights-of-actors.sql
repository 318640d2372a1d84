/* The login of requests may become every actor, so what a smuggled statement must not do, no actor may. Who is a super user,
   and which account at the provider gets the money of cards, only the system writes: acts that first ask for a proof, and
   what the provider answers (decision 0020). */
revoke insert on users from saldo_super;
grant insert (user_name, nominative, email, customer_id, state, invited_at, is_subuser, all_accounts) on users to saldo_super;

revoke insert, update on provider_accounts from saldo_customer, saldo_super;
grant insert (customer_id, provider_account),
  update (request, requested_at, fee_bps, fee_fixed, closing_at, updated_at) on provider_accounts to saldo_customer, saldo_super;

-- A new column that offices may write needs a grant of its own.
do $$
declare
  others text := (
    select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
    where attrelid = 'accounts'::regclass and attnum > 0 and not attisdropped and attname <> 'account_destination');
begin
  revoke insert, update on accounts from saldo_customer, saldo_super;
  execute format('grant insert (%1$s), update (%1$s) on accounts to saldo_customer, saldo_super', others);
end $$;

/* A removed user stays removed: with their second step and password gone, an ordinary recovery mail would let a former super
   user in again. */
create function removed_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'user % was removed', old.user_id using errcode = '23514', constraint = 'removed_is_final';
end $$;
create trigger removed_is_final before update of state on users
  for each row when (old.state = 'removed' and new.state <> 'removed') execute function removed_is_final();

/* A stream of live updates reads its sub-user's permissions once, when it opens. So a change of permissions ends the streams
   of that user. The browser opens a new one, which reads the new permissions. */
create function tell_permissions_changed() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_notify('saldo_session_ended', s.session_id::text)
  from sessions s
  where s.user_id in (select c.user_id from changed c) and s.revoked_at is null;
  return null;
end $$;
revoke execute on function tell_permissions_changed from public;
create trigger tell_permissions_insert after insert on user_permissions referencing new table as changed
  for each statement execute function tell_permissions_changed();
create trigger tell_permissions_update after update on user_permissions referencing new table as changed
  for each statement execute function tell_permissions_changed();
create trigger tell_permissions_delete after delete on user_permissions referencing old table as changed
  for each statement execute function tell_permissions_changed();
