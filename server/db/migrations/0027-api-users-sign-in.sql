-- The program of a customer signs in as a user of its own: a sub-user, so that row-level security limits it and the audit log
-- names it. Its password stays in api_users, never in credentials: only the client of programs takes it.
alter table api_users add column user_id bigint;
alter table api_users add constraint api_users_customer_id_user_id_fkey
  foreign key (customer_id, user_id) references users (customer_id, user_id);
create unique index api_users_by_user on api_users (customer_id, user_id);
grant select (user_id), insert (user_id), update (user_id) on api_users to saldo_customer, saldo_super;

-- A new password ends the sessions that the old one began.
create function end_api_sessions() returns trigger language plpgsql security definer set search_path to public as $$
begin
  update sessions set revoked_at = now() where user_id = new.user_id and revoked_at is null;
  return null;
end $$;
revoke execute on function end_api_sessions from public;
create trigger end_api_sessions after update of password_hash on api_users
  for each row when (new.user_id is not null) execute function end_api_sessions();
