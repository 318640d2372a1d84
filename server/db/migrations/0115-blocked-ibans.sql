/* The blacklist is read masked and page by page, found by a piece of the IBAN or of the reason, and each line of it has a
   number: a path need not carry the IBAN. Who blocked and who let go again stays on record. */
alter table iban_blacklist
  add column blocked_iban_id bigint generated always as identity unique,
  add column masked text not null generated always as (masked_iban(iban)) stored,
  add column folded text not null generated always as (fold(iban || ' ' || reason)) stored;
create index iban_blacklist_by_text on iban_blacklist using gin (folded gin_trgm_ops);
drop index iban_blacklist_by_date;
create index iban_blacklist_by_date on iban_blacklist (created_at, blocked_iban_id);
select keep_audit('iban_blacklist', 'blocked_ibans', 'blocked_iban_id', 'masked', array['masked']);
