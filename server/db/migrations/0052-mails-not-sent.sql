-- Without a mail server no mail is sent, and none counts as sent.
alter table emails
  -- When no mail server was set: it was not sent. Where one is set later it is not sent either, because what it says may no
  -- longer hold, and its links have lapsed.
  add column kept_at timestamptz,
  add constraint emails_sent_or_kept check (sent_at is null or kept_at is null);
drop index emails_to_send;
create index emails_to_send on emails (email_id) where sent_at is null and kept_at is null;
