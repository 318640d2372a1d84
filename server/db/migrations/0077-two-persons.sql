/* Who is a second person to whom: users who may be one hand decide nothing together. */

-- Who invited a user (null: the command line, or they registered themselves), and since when a super user can sign in.
alter table users
  add column invited_by bigint references users,
  add column activated_at timestamptz;
create index users_by_inviter on users (invited_by) where invited_by is not null;
alter table users disable trigger user;
update users u
set activated_at = case when flag_super_user and state <> 'invited' then created_at end,
  invited_by = (
    select a.user_id from audit_log a join users i on i.user_id = a.user_id
    where a.noun = 'users' and a.record_id = u.user_id and a.act = 'created' and a.part is null order by a.audit_id limit 1);
alter table users enable trigger user;

create function invited_by_actor() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.flag_super_user = new.flag_super_user then
    if new.invited_by is distinct from old.invited_by then
      raise exception 'who invited a user never changes' using errcode = '23514', constraint = 'invited_once';
    end if;
    return new;
  end if;
  new.invited_by := coalesce(actor_user_id(), new.invited_by);
  return new;
end $$;
create trigger invited_by_actor before insert or update of flag_super_user, invited_by on users
  for each row execute function invited_by_actor();

create function super_user_begins() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.flag_super_user then
    if old.state = 'invited' and new.state = 'active' then
      new.activated_at := now();
    end if;
    return new;
  end if;
  if new.state <> 'invited' then
    new.activated_at := coalesce(new.activated_at, now());
  end if;
  return new;
end $$;
create trigger super_user_begins before insert or update of flag_super_user, state on users
  for each row when (new.flag_super_user) execute function super_user_begins();

/* Who, besides whoever invited a user, asked for another address of theirs, chose a password of theirs, or gave them rights:
   they may sign in as that user. Only triggers write it, and nothing takes it back. */
create table login_hands (
  user_id bigint not null references users,
  by_user_id bigint not null references users,
  how text not null check (how in ('address', 'password', 'rights')),
  at timestamptz not null default now(),
  primary key (user_id, by_user_id, how)
);
create index login_hands_by_hand on login_hands (by_user_id);
select protect_secrets('login_hands');
revoke insert, update, delete on login_hands from saldo_system;

create function note_login_hand() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into login_hands (user_id, by_user_id, how)
  select new.user_id, u.user_id, tg_argv[0] from users u where u.user_id = actor_user_id() and u.user_id <> new.user_id
  on conflict do nothing;
  return null;
end $$;
revoke execute on function note_login_hand from public;
create trigger note_login_hand after insert or update on one_time_tokens
  for each row when (new.purpose = 'email') execute function note_login_hand('address');
create trigger note_login_hand after insert or update of password_hash, user_id on api_users
  for each row execute function note_login_hand('password');
create trigger note_login_hand after insert or update on user_permissions
  for each row execute function note_login_hand('rights');
create trigger note_login_hand after insert on user_accounts
  for each row execute function note_login_hand('rights');
create trigger note_login_hand after update of all_accounts on users
  for each row when (new.all_accounts and not old.all_accounts) execute function note_login_hand('rights');

/* Whether two users are one hand: the same user, or joined, in either direction, by a line of invitations and of changed
   logins (login_hands). Who invites somebody chooses the mailbox, so both logins may be one person's. Whatever asks for a
   second person asks this. */
create function one_hand(one_user bigint, other_user bigint) returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  with recursive line as (
    select u.user_id as of_user, u.user_id as hand from users u where u.user_id in (one_user, other_user)
    union
    select l.of_user, h.by_user_id
    from line l
    join (
      select u.user_id, u.invited_by as by_user_id from users u where u.invited_by is not null
      union all
      select c.user_id, c.by_user_id from login_hands c
    ) h on h.user_id = l.hand
  )
  select exists (
    select from line l where (l.of_user, l.hand) in ((one_user, other_user), (other_user, one_user))
  );
end;
revoke execute on function one_hand from public;
grant execute on function one_hand to saldo_super, saldo_customer, saldo_system;

/* Why the second user, a super user, is no second person to the first, as a code; null if they are. A new login is left time
   for the others to notice. */
create function second_person_refusal(first_person bigint, second_person bigint) returns text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select case
    when one_hand(first_person, second_person) then 'invited_in_line'
    when not exists (
      select from users u where u.user_id = second_person and u.activated_at <= now() - interval '72 hours'
    ) then 'activated_just_now'
  end;
end;
revoke execute on function second_person_refusal from public;
grant execute on function second_person_refusal to saldo_super, saldo_customer, saldo_system;

create function query_is_approved() returns trigger language plpgsql as $$
declare
  why text := second_person_refusal(new.written_by, new.decided_by);
begin
  if why is not null then
    raise exception 'query not approved: %', why using errcode = '23514', constraint = 'second_person_' || why;
  end if;
  return new;
end $$;
create trigger is_approved before update of state on saved_query_versions
  for each row when (new.state = 'approved' and new.decided_by <> new.written_by) execute function query_is_approved();
