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
