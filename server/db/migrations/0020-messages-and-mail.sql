-- Mails, and messages to users on their screens and devices.

-- The mail queue: written in the transaction that causes the mail, sent by a job, once each.
create table emails (
  email_id bigint generated always as identity primary key,
  customer_id bigint references customers,
  bill_id bigint,
  template text not null,
  to_address text not null,
  reply_to text,
  subject text not null,
  html text not null,
  text text not null,
  -- The same key twice is one mail.
  dedupe_key text not null unique,
  created_at timestamptz not null default now(),
  -- One process at a time sends a mail.
  claimed_at timestamptz,
  sent_at timestamptz,
  -- The mail server refused it for good; last_error says why.
  refused_at timestamptz,
  tries integer not null default 0,
  last_error text
);
create index emails_by_customer on emails (customer_id, email_id);
create index emails_to_send on emails (email_id) where sent_at is null;
select protect('emails', 'select, insert');
create policy of_own_bill on emails for insert to saldo_link with check (bill_id = actor_bill_id());
grant insert on emails to saldo_link;
-- Every section may send mails; a sent mail is visible with the bill that it concerns.
select limit_subusers('emails', 'true', null, every_section());
create policy limited_read on emails as restrictive for select to saldo_subuser using (
  (select actor_may(permissions('read', money_sections())))
  and ((select actor_accounts()) is null or exists (select from bills b where b.bill_id = emails.bill_id)));

-- The holder of a link may queue a mail about that bill but read none, so its key must be known before the row.
create function next_email_id() returns bigint language sql volatile security definer set search_path = public
begin atomic
  select nextval(pg_get_serial_sequence('public.emails', 'email_id'));
end;
revoke execute on function next_email_id from public;
grant execute on function next_email_id to saldo_link, saldo_consumer, saldo_customer, saldo_super, saldo_system;

-- A message that a super user sent to many users. A message that was read stays counted after it is deleted.
create table push_sendings (
  push_sending_id bigint generated always as identity primary key,
  sent_by bigint references users on delete set null,
  -- The recipients: users who meet all of these conditions. All null: everyone.
  customer_id bigint references customers,
  user_id bigint references users on delete set null,
  role text check (role in ('consumer', 'awaiting', 'customer', 'store', 'super_user')),
  title text not null,
  body text not null,
  link text,
  recipients integer not null default 0,
  deleted_read integer not null default 0,
  idempotency_key text,
  date_create timestamptz not null default now()
);
create index push_sendings_by_date on push_sendings (date_create, push_sending_id);
create index push_sendings_by_customer on push_sendings (customer_id, date_create, push_sending_id);
create unique index one_sending_per_key on push_sendings (sent_by, idempotency_key);
select protect('push_sendings', 'select, insert');

-- A message to one user: neither customer, colleagues nor super users see it.
create table push_messages (
  push_message_id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  push_sending_id bigint references push_sendings on delete set null,
  title text not null,
  body text not null,
  metadata jsonb not null default '{}',
  date_create timestamptz not null default now(),
  date_read timestamptz,
  -- The same key twice for a user is one message.
  dedupe_key text,
  -- True: it also goes to the user's devices.
  pushed boolean not null default false,
  folded text not null generated always as (fold(title || ' ' || body)) stored
);
create index push_messages_by_user on push_messages (user_id, date_create, push_message_id);
create index push_messages_unread on push_messages (user_id) where date_read is null;
create index push_messages_read_of_sending on push_messages (push_sending_id) where date_read is not null;
create unique index one_message_per_key on push_messages (user_id, dedupe_key) where dedupe_key is not null;
select protect_personal('push_messages', 'select, delete');
-- A message changes only by being read.
grant update (date_read) on push_messages to saldo_super, saldo_customer, saldo_consumer;
-- A super user who works for a customer may write to the customer's users and to themselves; the back office may write
-- to anybody.
create policy to_anybody on push_messages for insert to saldo_super with check (true);
create policy to_own_users on push_messages for insert to saldo_customer with check (
  user_id = actor_user_id()
  or exists (select from users u where u.user_id = push_messages.user_id and u.customer_id = actor_customer_id()));
grant insert on push_messages to saldo_super, saldo_customer;

-- Tells only the user's own screens. A notification holds 8000 bytes: some hundreds of users each.
create function tell_live_users() returns trigger language plpgsql as $$
begin
  perform pg_notify('saldo_live', json_build_object('noun', tg_argv[0], 'user_ids', json_agg(told.user_id))::text)
  from (select user_id, (row_number() over () - 1) / 400 as part from (select distinct user_id from changed) c) told
  group by told.part;
  return null;
end $$;
create trigger live_insert after insert on push_messages referencing new table as changed
  for each statement execute function tell_live_users('messages');
create trigger live_update after update on push_messages referencing new table as changed
  for each statement execute function tell_live_users('messages');
create trigger live_delete after delete on push_messages referencing old table as changed
  for each statement execute function tell_live_users('messages');

create function count_deleted_read() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update push_sendings s set deleted_read = s.deleted_read + gone.read
  from (
    select push_sending_id, count(*) as read from changed
    where date_read is not null and push_sending_id is not null group by 1) gone
  where s.push_sending_id = gone.push_sending_id;
  return null;
end $$;
revoke execute on function count_deleted_read from public;
create trigger count_deleted after delete on push_messages referencing old table as changed
  for each statement execute function count_deleted_read();

-- How many of a sending's messages were read: only the number, without names.
create function read_of_sending(wanted_push_sending_id bigint) returns bigint
  language sql stable security definer set search_path = public
begin atomic
  select count(*) from push_messages m where m.push_sending_id = wanted_push_sending_id and m.date_read is not null;
end;
revoke execute on function read_of_sending from public;
grant execute on function read_of_sending to saldo_super, saldo_customer;

/* Push tokens, by which Firebase reaches a device. A device belongs to the last user who signed in on it, until that
   session ends. No user reads another user's token; it only allows sending to the device. */
create table push_tokens (
  push_token_id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  session_id bigint not null references sessions on delete cascade,
  token text not null unique,
  created_at timestamptz not null default now()
);
create index push_tokens_by_user on push_tokens (user_id);
create index push_tokens_by_session on push_tokens (session_id);
select protect_secrets('push_tokens');

create function forget_push_tokens() returns trigger language plpgsql security definer set search_path = public as $$
begin
  delete from push_tokens where session_id = new.session_id;
  return null;
end $$;
revoke execute on function forget_push_tokens from public;
create trigger forget_push_tokens after update of revoked_at on sessions
  for each row when (new.revoked_at is not null) execute function forget_push_tokens();

-- Each message goes once to each device that its user has when it is written.
create table push_deliveries (
  push_message_id bigint not null references push_messages on delete cascade,
  push_token_id bigint not null references push_tokens on delete cascade,
  next_try_at timestamptz not null default now(),
  claimed_at timestamptz,
  tries integer not null default 0,
  sent_at timestamptz,
  refused_at timestamptz,
  last_error text,
  primary key (push_message_id, push_token_id)
);
create index push_deliveries_by_token on push_deliveries (push_token_id);
create index push_deliveries_to_send on push_deliveries (next_try_at) where sent_at is null and refused_at is null;
select protect_secrets('push_deliveries');

create function push_to_devices() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into push_deliveries (push_message_id, push_token_id)
  select m.push_message_id, t.push_token_id from changed m join push_tokens t on t.user_id = m.user_id where m.pushed;
  return null;
end $$;
revoke execute on function push_to_devices from public;
create trigger push_to_devices after insert on push_messages referencing new table as changed
  for each statement execute function push_to_devices();
