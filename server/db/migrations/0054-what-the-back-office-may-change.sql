/* The login of requests may become the back office, so that one statement smuggled into a request could do what the back
   office may. What would make another super user of somebody, move a person's address, or show a link that signs in, it may
   not even then: acts of the system do that. */
revoke update, delete on users from saldo_super;
grant update (all_accounts, invited_at, nominative, state) on users to saldo_super;
revoke select, update, delete on emails from saldo_super;
grant select (email_id, customer_id, bill_id, template, to_address, reply_to, subject, dedupe_key, created_at, claimed_at,
  sent_at, refused_at, tries, last_error, mailbox, kept_at) on emails to saldo_super;
