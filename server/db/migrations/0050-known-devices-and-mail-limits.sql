/* Guesses of one user's password are limited in total, from wherever they come. So that this locks nobody out, the devices
   and networks from which a user has signed in are known, and strangers' guesses do not delay them. And an address gets only
   so many mails that somebody else can cause. */

-- Devices (the token of a cookie) and networks from which a user has signed in, as SHA-256.
create table known_devices (
  user_id bigint not null references users on delete cascade,
  device_hash bytea not null,
  used_at timestamptz not null default now(),
  primary key (user_id, device_hash)
);
create index known_devices_by_hash on known_devices (device_hash);
select protect_secrets('known_devices');

/* The mailbox that a mail reaches, in whatever way its address is written. Null: nobody but the customer's own work causes
   such a mail, so it is not limited. */
alter table emails add column mailbox text;
create index emails_by_mailbox on emails (mailbox, created_at) where mailbox is not null;

-- Mails that were not written because their mailbox had enough of them: how many, by hour.
create table withheld_mails (
  mailbox text not null,
  template text not null,
  hour timestamptz not null default date_trunc('hour', now()),
  count integer not null default 1,
  primary key (mailbox, template, hour)
);
create index withheld_mails_by_hour on withheld_mails (hour);
select protect_secrets('withheld_mails');

/* How many mails with one of these templates a mailbox got within an hour and a day. The mailbox stays locked until the
   transaction ends, so that parallel mails to it are counted one after the other. */
create function count_mails_to(wanted text, of_templates text[]) returns table (in_hour bigint, in_day bigint)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('mailbox ' || wanted, 0));
  return query select count(*) filter (where e.created_at > now() - interval '1 hour'), count(*)
    from emails e
    where e.mailbox = wanted and e.template = any(of_templates) and e.created_at > now() - interval '1 day';
end $$;
revoke execute on function count_mails_to from public;
grant execute on function count_mails_to to saldo_system, saldo_customer, saldo_super, saldo_consumer;
