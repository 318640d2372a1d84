/* Every payment whose money arrived has a receipt, numbered by condominium and by the year (Rome's) of the day on which the
   money arrived: RIC-2026/000001. The number is given once, when the payment settles, and never changes: a payment that is
   given back later had its receipt all the same. Given as the last thing of the transaction, under a lock that ends with it,
   so that those who settle at once wait for each other only for as long as it takes to commit, and what is rolled back
   leaves no gap. */
create table receipts (
  payment_id bigint primary key,
  customer_id bigint not null,
  account_id bigint not null,
  day date not null,
  year integer not null generated always as (extract(year from day)::integer) stored,
  ordinal integer not null check (ordinal > 0),
  number text not null generated always as (
    'RIC-' || extract(year from day)::integer || '/' || lpad(ordinal::text, greatest(6, length(ordinal::text)), '0')) stored,
  foreign key (customer_id, account_id) references accounts (customer_id, account_id),
  foreign key (customer_id, payment_id) references payments (customer_id, payment_id)
);
create unique index one_receipt_per_number on receipts (customer_id, account_id, year, ordinal);
create unique index receipts_by_key on receipts (customer_id, payment_id);
select protect('receipts', 'select');
select limit_subusers_of('money', 'receipts',
  '((select actor_accounts()) is null or account_id = any ((select actor_accounts())::bigint[]))');
-- Whoever sees a payment sees its receipt's number; nobody writes one but the trigger, nobody changes one.
create policy of_own_payment on receipts to saldo_link, saldo_consumer using (
  exists (select from payments p where p.customer_id = receipts.customer_id and p.payment_id = receipts.payment_id));
grant select on receipts to saldo_link, saldo_consumer;
revoke update, delete on receipts from saldo_system, saldo_super;

insert into receipts (payment_id, customer_id, account_id, day, ordinal)
select payment_id, customer_id, account_id, day, row_number() over (
  partition by account_id, extract(year from day) order by settled_at, payment_id)
from (
  select payment_id, customer_id, account_id, settled_at, (settled_at at time zone 'Europe/Rome')::date as day
  from payments where settled_at is not null
) p;

create function number_receipt() returns trigger language plpgsql security definer set search_path = public as $$
declare
  on_day constant date := (new.settled_at at time zone 'Europe/Rome')::date;
begin
  if exists (select from receipts where payment_id = new.payment_id) then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('numbers:receipt:' || new.account_id, 0));
  insert into receipts (payment_id, customer_id, account_id, day, ordinal)
  select new.payment_id, new.customer_id, new.account_id, on_day, coalesce(max(r.ordinal), 0) + 1
  from receipts r
  where r.customer_id = new.customer_id and r.account_id = new.account_id and r.year = extract(year from on_day)::integer;
  return null;
end $$;
create constraint trigger receipt_of_inserted after insert on payments deferrable initially deferred
  for each row when (new.settled_at is not null) execute function number_receipt();
create constraint trigger receipt_of_settled after update of settled_at on payments deferrable initially deferred
  for each row when (old.settled_at is null and new.settled_at is not null) execute function number_receipt();
