-- How users prove who they are, their sessions, and how a session's token becomes the transaction's actor.

-- Passwords, hashed.
create table credentials (
  user_id bigint primary key references users on delete cascade,
  password_hash text not null,
  updated_at timestamptz not null default now()
);
select protect_secrets('credentials');

-- Whether a user has chosen a password. The caller has checked that the actor may see the user.
create function has_password(of_user_id bigint) returns boolean language sql stable security definer
  set search_path = public
begin atomic
  select exists (select from credentials c where c.user_id = of_user_id);
end;
revoke execute on function has_password from public;
grant execute on function has_password to saldo_customer, saldo_super, saldo_system;

-- One sign-in on one device, until it is revoked or lapses.
create table sessions (
  session_id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  address text,
  agent text,
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  -- The latest proof of identity: at sign-in, then at each step-up.
  proved_at timestamptz not null default now(),
  revoked_at timestamptz
);
create index sessions_by_user on sessions (user_id, session_id);
select protect_secrets('sessions');

-- Access tokens: sent with every request, valid for ten minutes. Only their SHA-256 is stored.
create table access_tokens (
  token_hash bytea primary key,
  session_id bigint not null references sessions on delete cascade,
  expires_at timestamptz not null
);
create index access_tokens_by_session on access_tokens (session_id);
create index access_tokens_by_expiry on access_tokens (expires_at);
select protect_secrets('access_tokens');

-- Refresh tokens: each is rotated once. The successor is derived from it, so it can be returned again within the grace period.
create table refresh_tokens (
  token_hash bytea primary key,
  session_id bigint not null references sessions on delete cascade,
  expires_at timestamptz not null,
  spent_at timestamptz
);
create index refresh_tokens_by_session on refresh_tokens (session_id);
create index refresh_tokens_by_expiry on refresh_tokens (expires_at);
select protect_secrets('refresh_tokens');

-- Failed sign-ins by user and by address (hashed): they throttle guessing and lock nobody out.
create table sign_in_failures (
  key bytea primary key,
  failures integer not null,
  last_at timestamptz not null
);
select protect_secrets('sign_in_failures');

-- Solved CAPTCHA challenges: each is valid once.
create table spent_challenges (
  challenge bytea primary key,
  expires_at timestamptz not null
);
select protect_secrets('spent_challenges');

/* Tokens sent in a link: to recover a password, to sign in, to accept an invitation, to confirm an address. Kept as SHA-256
   alone, deleted when used; of each kind but sign_in only the newest works. */
create table one_time_tokens (
  token_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  purpose text not null check (purpose in ('recovery', 'sign_in', 'invitation', 'email')),
  -- The address to confirm.
  email text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint an_address_is_confirmed check ((purpose = 'email') = (email is not null))
);
create index one_time_tokens_by_user on one_time_tokens (user_id);
create index one_time_tokens_by_expiry on one_time_tokens (expires_at);
create unique index one_recovery_per_user on one_time_tokens (user_id) where purpose = 'recovery';
create unique index one_invitation_per_user on one_time_tokens (user_id) where purpose = 'invitation';
create unique index one_address_per_user on one_time_tokens (user_id) where purpose = 'email';
select protect_secrets('one_time_tokens');

-- Six-digit codes by mail. What the requester holds is kept as SHA-256, the digits as HMAC under the server's secret.
create table one_time_codes (
  code_id bigint generated always as identity primary key,
  asker_hash bytea not null unique,
  code_hash bytea not null,
  purpose text not null,
  -- The key of the change that it confirms. Null: it confirms an address.
  record_id bigint,
  -- Null: the holder of a link.
  user_id bigint references users on delete cascade,
  email text not null,
  tries smallint not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  verified_at timestamptz
);
create index one_time_codes_by_user on one_time_codes (user_id, created_at);
create index one_time_codes_by_record on one_time_codes (purpose, record_id, code_id) where record_id is not null;
create index one_time_codes_by_expiry on one_time_codes (expires_at);
select protect_secrets('one_time_codes');

-- The second step by an authenticator app.
create table totp_secrets (
  user_id bigint primary key references users on delete cascade,
  -- Encrypted with the server's secret. Null until a first code has proved that the app has it.
  secret bytea,
  confirmed_at timestamptz,
  -- The 30-second step of the latest accepted code: a code counts once.
  last_step bigint not null default 0,
  proposed bytea,
  proposed_until timestamptz,
  check ((secret is null) = (confirmed_at is null)),
  check ((proposed is null) = (proposed_until is null))
);
select protect_secrets('totp_secrets');

-- The second step by a passkey.
create table passkeys (
  passkey_id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index passkeys_by_user on passkeys (user_id, passkey_id);
select protect_secrets('passkeys');

-- What a passkey is asked to sign: for one purpose, once, within minutes.
create table passkey_challenges (
  challenge text primary key,
  user_id bigint not null references users on delete cascade,
  purpose text not null check (purpose in ('sign_in', 'step_up', 'add')),
  expires_at timestamptz not null
);
create index passkey_challenges_by_user on passkey_challenges (user_id);
create index passkey_challenges_by_expiry on passkey_challenges (expires_at);
select protect_secrets('passkey_challenges');

-- Recovery codes for a lost second step, each valid once.
create table recovery_codes (
  code_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  used_at timestamptz
);
create index recovery_codes_by_user on recovery_codes (user_id);
select protect_secrets('recovery_codes');

-- Tickets for users who gave the right password and must still give the second step; each is exchanged for tokens once.
create table sign_in_tickets (
  ticket_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  expires_at timestamptz not null
);
create index sign_in_tickets_by_user on sign_in_tickets (user_id);
create index sign_in_tickets_by_expiry on sign_in_tickets (expires_at);
select protect_secrets('sign_in_tickets');

/* Whether this session proved its identity within the last ten minutes, and how its user could do so now. This is all that
   an actor's transaction may learn of the tables above. */
create function session_proof(asking bigint)
  returns table (proved boolean, has_password boolean, has_totp boolean, has_passkey boolean)
  language sql stable security definer set search_path = public
begin atomic
  select s.proved_at > now() - interval '10 minutes',
    exists (select from credentials c where c.user_id = s.user_id),
    exists (select from totp_secrets t where t.user_id = s.user_id and t.secret is not null),
    exists (select from passkeys p where p.user_id = s.user_id)
  from sessions s where s.session_id = asking;
end;
revoke execute on function session_proof from public;
grant execute on function session_proof to saldo_consumer, saldo_customer, saldo_super;

-- Suspended or removed users are signed out everywhere at once. The credentials of removed users are deleted.
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

/* Finds the user of an access token. Runs as the owner, because no actor may read sessions. The body is parsed when the
   function is made, so no search path can change its meaning and none is set at each call. */
create function find_session(token bytea)
  returns table (session_id bigint, user_id bigint, customer_id bigint, role text, permissions text, accounts text)
  language sql stable security definer
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
revoke execute on function find_session from public;
grant execute on function find_session to saldo_server;

/* Turns this transaction into the session's user, in one statement because every request begins with it. A super user who
   has chosen a customer sees what that customer sees; a sub-user sees what was granted. No row: the token is unknown,
   expired or revoked, and the transaction stays saldo_server. `permissions` and `sees_some` are set for sub-users alone. */
create function become_session(token bytea, chosen_customer_id bigint)
  returns table (session_id bigint, user_id bigint, customer_id bigint, role text, permissions text, sees_some boolean)
  language sql
begin atomic
  select f.session_id, f.user_id, f.works_for, f.role, f.permissions, f.accounts is not null
  from (
    select s.*, case when s.role = 'super_user' then chosen_customer_id else s.customer_id end as works_for
    from find_session(token) s
  ) f
  -- `offset 0` keeps the planner from dropping a subquery whose columns nobody reads.
  cross join lateral (
    select set_config('saldo.customer_id', coalesce(f.works_for::text, ''), true),
      set_config('saldo.user_id', f.user_id::text, true),
      set_config('saldo.bill_id', '', true),
      case when f.permissions is not null then set_config('saldo.permissions', f.permissions, true) end,
      case when f.permissions is not null then set_config('saldo.accounts', coalesce(f.accounts, ''), true) end,
      set_config('role', case
        when f.permissions is not null then 'saldo_subuser'
        when f.role = 'consumer' then 'saldo_consumer'
        when f.role = 'super_user' and f.works_for is null then 'saldo_super'
        else 'saldo_customer'
      end, true)
    offset 0
  ) set_now;
end;

/* Turns this transaction into a customer's user, for a job that continues what they began: with the rights they have now.
   A super user who worked for the customer, or a user who is gone, becomes the customer. */
create function become_user(of_customer_id bigint, of_user_id bigint) returns void language plpgsql as $$
declare
  permissions text := permissions_of(of_user_id);
  accounts text := accounts_of(of_user_id);
begin
  perform enter('saldo_customer', of_customer_id, of_user_id, null);
  if permissions is not null then
    perform limit_actor(permissions, accounts);
  end if;
end $$;
