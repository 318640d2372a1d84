/* A run of reminders that was asked for twice by one form is one run, a key that paid one bill pays no other, and who may open the office's account at the provider
   is a matter of the office. */

alter table reminder_runs add column idempotency_key text, add column request_hash text;
create unique index one_run_per_form on reminder_runs (customer_id, idempotency_key) where idempotency_key is not null;

create index payments_by_form on payments (customer_id, idempotency_key) where idempotency_key is not null;

-- It decides where the office's money goes, so it takes the office's permission to change; payments still read it.
drop policy limited_read on provider_accounts;
drop policy limited_insert on provider_accounts;
drop policy limited_update on provider_accounts;
drop policy limited_delete on provider_accounts;
select limit_subusers('provider_accounts', '(select actor_accounts()) is null', array['payments', 'office'], array['office']);
