-- What lists are sorted by: names as people order them, whatever their case and accents.
alter table accounts
  add column name_key text not null generated always as (fold(name)) stored,
  add column city_key text not null generated always as (fold(city)) stored;
alter table subjects add column name_key text not null generated always as (fold(nominative)) stored;
drop index accounts_by_name;
create index accounts_by_name on accounts (customer_id, name_key, account_id);
create index accounts_by_city on accounts (customer_id, city_key, account_id);
drop index subjects_by_name;
create index subjects_by_name on subjects (customer_id, name_key, subject_id);

/* Cents still asked for: nothing of a draft, of a cancelled bill or of one whose money was given back. A column and not
   an expression, because under row-level security an index on arithmetic is not searched (it might leak by an error). */
alter table bills add column residue bigint not null generated always as (
  case when phase in ('draft', 'cancelled', 'refunded') then 0 else greatest(amount - settled, 0) end) stored;
drop index bills_by_residue;
create index bills_by_residue on bills (customer_id, residue, bill_id);
drop index bills_by_account;
create index bills_by_account on bills (customer_id, account_id, next_due_date, bill_id)
  include (amount, settled, residue, phase);
drop index bills_by_subject;
create index bills_by_subject on bills (customer_id, subject_id, next_due_date, bill_id)
  include (account_id, amount, settled, residue, phase);
-- The few that wait for money, among years of paid ones.
create index bills_unsettled on bills (customer_id, next_due_date, bill_id) where phase in ('open', 'partly_paid');

/* The keys of the records in which every pattern is found, at most so many. `like` is not leakproof, so under row-level
   security Postgres would read all rows before comparing texts; these functions run as the owner, search the trigram
   indexes first and return keys alone. Whoever calls joins them to the tables, where row-level security decides what is
   seen. Put the longest pattern first: it is the one the index is asked for. An actor without customer (a super user who
   has chosen none) searches them all. */
create function accounts_like(patterns text[], at_most integer) returns setof bigint
  language sql stable security definer rows 100 set search_path = public
begin atomic
  select a.account_id from accounts a
  where a.customer_id = actor_customer_id() and a.folded like patterns[1] and a.folded like all (patterns)
  union all
  select a.account_id from accounts a
  where actor_customer_id() is null and a.folded like patterns[1] and a.folded like all (patterns)
  limit at_most;
end;

create function subjects_like(patterns text[], at_most integer) returns setof bigint
  language sql stable security definer rows 100 set search_path = public
begin atomic
  select s.subject_id from subjects s
  where s.customer_id = actor_customer_id() and s.folded like patterns[1] and s.folded like all (patterns)
  union all
  select s.subject_id from subjects s
  where actor_customer_id() is null and s.folded like patterns[1] and s.folded like all (patterns)
  limit at_most;
end;

create function bills_like(patterns text[], at_most integer) returns setof bigint
  language sql stable security definer rows 100 set search_path = public
begin atomic
  select b.bill_id from bills b
  where b.customer_id = actor_customer_id() and b.folded like patterns[1] and b.folded like all (patterns)
  union all
  select b.bill_id from bills b
  where actor_customer_id() is null and b.folded like patterns[1] and b.folded like all (patterns)
  limit at_most;
end;

revoke execute on function accounts_like, subjects_like, bills_like from public;
grant execute on function accounts_like, subjects_like, bills_like to saldo_customer, saldo_super, saldo_system;

-- Whose name a timeline shows. A super user who works for a customer does not see the table of users.
create function actor_nominative() returns text language sql stable security definer set search_path = public
begin atomic
  select u.nominative from users u where u.user_id = actor_user_id();
end;
revoke execute on function actor_nominative from public;
grant execute on function actor_nominative to saldo_customer, saldo_consumer, saldo_super, saldo_system;
