/* What a request with an idempotency key asked for, as a hash: the same key with another body is refused. It stands beside
   the key, in every table that has one. Null: there was no key, or it is older than the hash. */

alter table payments add column request_hash text;
alter table collection_reversals add column request_hash text;
alter table refunds add column request_hash text;
alter table credit_notes add column request_hash text;
alter table payment_sources add column request_hash text;
alter table push_sendings add column request_hash text;

-- The audit log leaves it out, as it does the key.
drop trigger audit_insert on credit_notes;
drop trigger audit_update on credit_notes;
drop trigger audit_delete on credit_notes;
select keep_audit('credit_notes', 'bills', 'bill_id', 'number',
  array['idempotency_key', 'request_hash', 'created_by', 'actor', 'whole']);
