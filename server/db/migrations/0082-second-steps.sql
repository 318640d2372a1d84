-- When a session last proved who it is: at sign-in, then whenever somebody is asked again before a delicate act.
alter table sessions add column proved_at timestamptz not null default now();
update sessions set proved_at = created_at;

-- What proves who somebody is stays out of every actor's sight but the system's, as credentials do.
create table totp_secrets (
  user_id bigint primary key references users on delete cascade,
  -- Sealed under the server's secret; null until a first code has shown that the app holds it.
  secret bytea,
  confirmed_at timestamptz,
  -- The 30-second step of the latest code that was accepted: a code counts once.
  last_step bigint not null default 0,
  proposed bytea,
  proposed_until timestamptz,
  check ((secret is null) = (confirmed_at is null)),
  check ((proposed is null) = (proposed_until is null))
);
select protect('totp_secrets', '');
revoke all on totp_secrets from saldo_super;

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
select protect('passkeys', '');
revoke all on passkeys from saldo_super;

-- What a passkey is asked to sign: for one purpose, once, within minutes.
create table passkey_challenges (
  challenge text primary key,
  user_id bigint not null references users on delete cascade,
  purpose text not null check (purpose in ('sign_in', 'step_up', 'add')),
  expires_at timestamptz not null
);
create index passkey_challenges_by_user on passkey_challenges (user_id);
create index passkey_challenges_by_expiry on passkey_challenges (expires_at);
select protect('passkey_challenges', '');
revoke all on passkey_challenges from saldo_super;

create table recovery_codes (
  code_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  used_at timestamptz
);
create index recovery_codes_by_user on recovery_codes (user_id);
select protect('recovery_codes', '');
revoke all on recovery_codes from saldo_super;

-- Given to whoever knew the password and still owes the second step. Tokens come in exchange, once.
create table sign_in_tickets (
  ticket_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  expires_at timestamptz not null
);
create index sign_in_tickets_by_user on sign_in_tickets (user_id);
create index sign_in_tickets_by_expiry on sign_in_tickets (expires_at);
select protect('sign_in_tickets', '');
revoke all on sign_in_tickets from saldo_super;

/* Whether this session has proved itself within the last ten minutes, and how its user could do so now. The only thing
   an actor's transaction learns of what only the system sees. */
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
