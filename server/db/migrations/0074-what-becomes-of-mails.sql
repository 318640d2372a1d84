/* What becomes of a mail after it was written: tries, refusals, bounces (a refusal that arrives later), complaints, and the
   first time its link was followed. Addresses that take no mail are suppressed: the office's own mails are not sent there. */

alter table emails
  -- When the link of this mail was first followed.
  add column opened_at timestamptz,
  -- When we heard that it did not arrive after all.
  add column bounced_at timestamptz,
  -- True: its address was suppressed, so it was not sent. It counts as refused, too.
  add column suppressed boolean not null default false,
  -- Why it did not arrive (domain/mail/mail-failure.ts).
  add column failure text,
  -- The mail that this one repeats.
  add column resend_of bigint references emails,
  -- When it was known that its reader does not get it.
  add column undelivered_at timestamptz generated always as (coalesce(refused_at, bounced_at)) stored,
  add column address text not null generated always as (lower(to_address)) stored,
  add column folded text not null generated always as (fold(to_address || ' ' || subject)) stored,
  add column state text not null generated always as (case
    when suppressed then 'suppressed'
    when opened_at is not null then 'opened'
    when bounced_at is not null then 'bounced'
    when sent_at is not null then 'sent'
    when refused_at is not null then 'refused'
    when kept_at is not null then 'not_sent'
    else 'waiting' end) stored,
  add constraint suppressed_is_refused check (not suppressed or (refused_at is not null and sent_at is null));
create index emails_by_date on emails (created_at, email_id);
create index emails_by_template on emails (template, created_at, email_id);
create index emails_by_state on emails (state, created_at, email_id);
create index emails_by_address on emails (address, created_at, email_id);
create index emails_by_bill on emails (customer_id, bill_id, created_at, email_id) where bill_id is not null;
create index emails_of_address on emails (customer_id, address, created_at, email_id);
create index emails_by_text on emails using gin (folded gin_trgm_ops);
create index emails_resent on emails (resend_of) where resend_of is not null;

/* Whoever reads mails in the product reads their rows; the bodies only by acts of the system, which leave out what signs
   somebody in. */
revoke select on emails from saldo_customer;
do $$
declare
  shown text := (
    select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
    where attrelid = 'emails'::regclass and attnum > 0 and not attisdropped and attname not in ('html', 'text'));
begin
  execute format('grant select (%s) on emails to saldo_customer, saldo_super', shown);
end $$;

-- The holder of a mail's link says that they followed it. It grants nothing and is written once.
create function note_mail_opened(wanted bigint) returns void language sql volatile security definer
  set search_path = pg_catalog, public, pg_temp
begin atomic
  update emails set opened_at = now()
  where email_id = wanted and opened_at is null and (sent_at is not null or kept_at is not null);
end;
revoke execute on function note_mail_opened from public;
grant execute on function note_mail_opened to saldo_anonymous;

/* Writes a mail once more, for the back office, which may not read its body. Null: a mail with this key was written
   already. A mail without a body (it signed somebody in) is not written again. */
create function write_mail_again(wanted bigint, key text) returns bigint language plpgsql volatile security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  written bigint;
begin
  insert into emails (customer_id, bill_id, template, to_address, reply_to, subject, html, text, dedupe_key, mailbox, resend_of)
  select customer_id, bill_id, template, to_address, reply_to, subject, html, text, key, mailbox, email_id
  from emails where email_id = wanted and text <> ''
  on conflict do nothing
  returning email_id into written;
  return written;
end $$;
revoke execute on function write_mail_again from public;
grant execute on function write_mail_again to saldo_super;
grant update (resend_of) on emails to saldo_super;

-- What happened to a mail and is not a moment of its own row.
create table email_events (
  email_event_id bigint generated always as identity primary key,
  customer_id bigint references customers,
  email_id bigint not null references emails,
  -- postponed: a try that failed, another follows. delayed: its server still tries. complained: its reader called it spam.
  kind text not null check (kind in ('postponed', 'refused', 'delayed', 'bounced', 'complained')),
  failure text,
  -- The words of the mail server.
  said text check (length(said) <= 500),
  at timestamptz not null default now()
);
create index email_events_by_mail on email_events (customer_id, email_id, email_event_id);
create index email_events_of_mail on email_events (email_id, email_event_id);
select protect('email_events', 'select');
revoke insert, update, delete on email_events from saldo_super;
select limit_subusers_by_parent('email_events', 'emails', 'email_id', money_sections());

-- Addresses to which the mails of offices are not sent. Lifted ones stay, to tell what happened.
create table suppressed_addresses (
  suppressed_address_id bigint generated always as identity primary key,
  address text not null check (address = lower(address) and length(address) <= 320),
  -- bounce: a mail came back for good. refused: the mail server refused it for good. complaint: its reader called it spam.
  cause text not null check (cause in ('bounce', 'refused', 'complaint', 'hand')),
  failure text,
  reason text not null,
  -- The mail that showed it.
  email_id bigint references emails,
  created_by bigint references users on delete set null,
  created_at timestamptz not null default now(),
  lifted_at timestamptz,
  lifted_by bigint references users on delete set null,
  lift_reason text,
  folded text not null generated always as (fold(address || ' ' || reason)) stored,
  constraint lifted_for_a_reason check ((lifted_at is not null) = (lift_reason is not null))
);
create unique index one_suppression_per_address on suppressed_addresses (address) where lifted_at is null;
create index suppressed_addresses_by_date on suppressed_addresses (created_at, suppressed_address_id);
create index suppressed_addresses_by_email on suppressed_addresses (email_id) where email_id is not null;
select protect('suppressed_addresses', '');
insert into audit_nouns values ('emails', 'office'), ('suppressed_addresses', 'office');
select keep_audit('suppressed_addresses', 'suppressed_addresses', 'suppressed_address_id', 'address', array['email_id', 'failure']);

/* Reports of mail servers and of readers' complaints, each stored once. One without a mail is shown, and changes nothing:
   anybody can send one. */
create table mail_bounces (
  bounce_id bigint generated always as identity primary key,
  source text not null check (source in ('webhook', 'mailbox')),
  event_key text not null check (length(event_key) <= 200),
  -- hard: the address takes no mail. failed: this mail did not arrive, another may. delayed: its server still tries.
  kind text not null check (kind in ('hard', 'failed', 'delayed', 'complaint', 'unreadable')),
  recipient text check (length(recipient) <= 320),
  -- The enhanced status of RFC 3463, like 5.1.1.
  status text check (length(status) <= 20),
  said text check (length(said) <= 500),
  email_id bigint references emails,
  -- Why it belongs to no mail of ours.
  unmatched text check (unmatched in ('no_reference', 'unknown_mail', 'other_recipient', 'unreadable')),
  created_at timestamptz not null default now(),
  constraint matched_or_not check ((email_id is null) = (unmatched is not null)),
  unique (source, event_key)
);
create index mail_bounces_by_date on mail_bounces (created_at, bounce_id);
create index mail_bounces_by_mail on mail_bounces (email_id) where email_id is not null;
select protect('mail_bounces', '');
revoke insert, update, delete on mail_bounces from saldo_super;

-- A super user read the text of a mail. Added to the acts that there are, in whatever order migrations add theirs.
do $$
declare
  known text := (
    select string_agg(quote_literal(m[1]), ', ') from pg_constraint c, regexp_matches(pg_get_constraintdef(c.oid), '''([a-z_]+)''', 'g') m
    where c.conname = 'audit_act_is_declared');
begin
  execute format(
    'alter table audit_log drop constraint audit_act_is_declared,
       add constraint audit_act_is_declared check (act in (%s, ''mail_read''))', known);
end $$;
