/* People who sign in: invited by mail, active, suspended or removed. Who is removed stays in the table, because records
   name them; their name may be taken by somebody else. */
alter table users
  add column state text not null default 'active' check (state in ('invited', 'active', 'suspended', 'removed')),
  add column invited_at timestamptz,
  add column folded text not null generated always as (
    fold(nominative || ' ' || user_name || ' ' || coalesce(email, ''))) stored;
drop index users_by_name;
create unique index users_by_name on users (lower(user_name)) where state <> 'removed';
create index users_by_nominative on users (customer_id, nominative, user_id);
create index residents_by_email on users (lower(email)) where customer_id is null and not flag_super_user;

-- The e-mail is missing on purpose: whoever receives it confirms it (one_time_tokens), and the system writes it then.
grant insert (user_name, nominative, email, customer_id, state, invited_at, is_subuser, all_accounts),
  update (nominative, state, invited_at, all_accounts) on users to saldo_customer;

/* A sub-user who keeps the office's people gives nobody more than they have themselves; full users and their own limits
   are out of their reach. */
create policy makes_sub_users on users as restrictive for insert to saldo_subuser
  with check (is_subuser and (not all_accounts or (select actor_accounts()) is null));
create policy changes_sub_users on users as restrictive for update to saldo_subuser
  using (is_subuser and user_id <> (select actor_user_id()))
  with check (is_subuser and (not all_accounts or (select actor_accounts()) is null));
create policy gives_what_they_have on user_permissions as restrictive for insert to saldo_subuser
  with check (actor_may(array[section || ':' || level]) and user_id <> (select actor_user_id()));
create policy changes_what_they_have on user_permissions as restrictive for update to saldo_subuser
  using (actor_may(array[section || ':' || level]) and user_id <> (select actor_user_id()))
  with check (actor_may(array[section || ':' || level]) and user_id <> (select actor_user_id()));
create policy takes_what_they_have on user_permissions as restrictive for delete to saldo_subuser
  using (actor_may(array[section || ':' || level]) and user_id <> (select actor_user_id()));
create policy gives_what_they_see on user_accounts as restrictive for insert to saldo_subuser
  with check (actor_sees_account(account_id) and user_id <> (select actor_user_id()));
create policy takes_what_they_see on user_accounts as restrictive for delete to saldo_subuser
  using (actor_sees_account(account_id) and user_id <> (select actor_user_id()));

-- One's own name is everybody's to change, whatever they may do otherwise.
create function rename_oneself(called text) returns void language sql volatile security definer set search_path = public
begin atomic
  update users set nominative = called where user_id = actor_user_id();
end;
revoke execute on function rename_oneself from public;
grant execute on function rename_oneself to saldo_consumer, saldo_customer, saldo_super;

/* Whether somebody has chosen a password: who is let in again goes on as they were. Whose it is, and that the actor sees
   them, is the caller's affair. */
create function has_password(of_user_id bigint) returns boolean language sql stable security definer
  set search_path = public
begin atomic
  select exists (select from credentials c where c.user_id = of_user_id);
end;
revoke execute on function has_password from public;
grant execute on function has_password to saldo_customer, saldo_super, saldo_system;

-- What is sent in a link: an invitation to choose a password, an address to be confirmed. The newest of each alone works.
alter table one_time_tokens drop constraint one_time_tokens_purpose_check,
  add constraint one_time_tokens_purpose_check check (purpose in ('recovery', 'sign_in', 'invitation', 'email')),
  add column email text,
  add constraint an_address_is_confirmed check ((purpose = 'email') = (email is not null));
create unique index one_invitation_per_user on one_time_tokens (user_id) where purpose = 'invitation';
create unique index one_address_per_user on one_time_tokens (user_id) where purpose = 'email';

-- Whoever is suspended or removed is out at once, on every device; of who is removed nothing is kept that opens.
create function shut_out() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update sessions set revoked_at = now() where user_id = new.user_id and revoked_at is null;
  delete from one_time_tokens where user_id = new.user_id;
  delete from sign_in_tickets where user_id = new.user_id;
  if new.state = 'removed' then
    delete from credentials where user_id = new.user_id;
    delete from totp_secrets where user_id = new.user_id;
    delete from passkeys where user_id = new.user_id;
    delete from recovery_codes where user_id = new.user_id;
  end if;
  return null;
end $$;
revoke execute on function shut_out from public;
create trigger shut_out after update of state on users for each row
  when (new.state in ('suspended', 'removed') and new.state <> old.state) execute function shut_out();

create or replace function find_session(token bytea)
  returns table (session_id bigint, user_id bigint, customer_id bigint, role text, permissions text, accounts text)
  language sql stable security definer set search_path = public
begin atomic
  select s.session_id, u.user_id, u.customer_id,
    case
      when u.flag_super_user then 'super_user'
      when u.customer_id is null then 'consumer'
      when c.is_store then 'store'
      when c.state = '1' then 'customer'
      else 'awaiting'
    end,
    case when u.is_subuser then permissions_of(u.user_id) end,
    case when not u.all_accounts then accounts_of(u.user_id) end
  from access_tokens t
  join sessions s on s.session_id = t.session_id and s.revoked_at is null
  join users u on u.user_id = s.user_id and u.state = 'active'
  left join customers c on c.customer_id = u.customer_id
  where t.token_hash = token and t.expires_at > now();
end;

-- Who registers names their tax code and no customer: the system looks them up in all of them.
create index subjects_by_fiscal_code on subjects (fiscal_code) where fiscal_code is not null;

-- Programs of a customer that call the API: their own names, their passwords as hashes, where they want to be told.
create table api_users (
  api_user_id bigint generated always as identity primary key,
  customer_id bigint not null references customers,
  user_name text not null,
  password_hash text not null,
  webhook_url text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index api_users_by_name on api_users (lower(user_name));
create index api_users_by_customer on api_users (customer_id, api_user_id);
select protect('api_users', '');
create policy customer on api_users to saldo_customer
  using (customer_id = actor_customer_id()) with check (customer_id = actor_customer_id());
-- The hash is written by whoever sets the password and read by the system alone.
revoke all on api_users from saldo_super;
grant select (api_user_id, customer_id, user_name, webhook_url, created_at, updated_at),
  insert (customer_id, user_name, password_hash, webhook_url), update (password_hash, webhook_url, updated_at)
  on api_users to saldo_customer, saldo_super;
select limit_subusers('api_users', 'true', array['office:read'], array['office:write']);
select keep_audit('api_users', 'api_users', 'api_user_id', 'user_name');
