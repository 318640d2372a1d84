/* A proof has the strength of what protects the account: where a user has an authenticator app or a passkey, the password
   alone proves nothing. And whoever keeps something open for a session hears of its end. */

-- Whether the latest proof was a second step: a code of the app, a passkey or a recovery code.
alter table sessions add column proved_by_second_step boolean not null default false;

drop function session_proof;

/* Whether this session proved its identity within the last ten minutes, and how its user could do so now. A user who has a
   second step must have proved by one, and since the oldest of their present ones was added. This is all that an actor's
   transaction may learn of the tables of credentials. */
create function session_proof(asking bigint)
  returns table (proved boolean, has_password boolean, has_totp boolean, has_passkey boolean, has_recovery_code boolean)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select s.proved_at > now() - interval '10 minutes'
      and (o.since is null or (s.proved_by_second_step and s.proved_at >= o.since)),
    exists (select from credentials c where c.user_id = s.user_id),
    exists (select from totp_secrets t where t.user_id = s.user_id and t.secret is not null),
    exists (select from passkeys p where p.user_id = s.user_id),
    exists (select from recovery_codes r where r.user_id = s.user_id and r.used_at is null)
  from sessions s
  cross join lateral (
    select least(
      (select t.confirmed_at from totp_secrets t where t.user_id = s.user_id and t.secret is not null),
      (select min(p.created_at) from passkeys p where p.user_id = s.user_id)) as since
  ) o
  where s.session_id = asking;
end;
revoke execute on function session_proof from public;
grant execute on function session_proof to saldo_consumer, saldo_customer, saldo_super;

-- Tells the servers which session ended, so that they close what it holds open.
create function tell_session_ended() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_notify('saldo_session_ended', new.session_id::text);
  return null;
end $$;
revoke execute on function tell_session_ended from public;
create trigger tell_session_ended after update of revoked_at on sessions for each row
  when (old.revoked_at is null and new.revoked_at is not null) execute function tell_session_ended();
