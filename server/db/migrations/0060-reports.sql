/* Sums for reports, kept as the books change, so that a report of a year does not read a year's bills and postings. */

/* By condominium, month and way to pay. A row is an increment, written in the transaction that changes the books; the
   figures are the sums of the rows. Nobody waits for a shared row, and no two acts can wait for each other. A job at night
   replaces the increments of each key by one row. Money in cents:
   issued: what bills ask, less credit notes and cancellations, by accounting day.
   due: the amounts of instalments of issued bills, by due date. It follows changes: a plan moves it to other months.
   gross, given_back, taken_back, fees: as in money_lines, by accounting day. */
create table monthly_figures (
  figure_id bigint generated always as identity primary key,
  customer_id bigint not null references customers,
  -- No foreign key: the increments of a condominium that is removed do not keep it, and go with it.
  account_id bigint not null,
  -- Its first day.
  month date not null check (extract(day from month) = 1),
  -- Empty for bills.
  method text not null default '',
  issued bigint not null default 0,
  due bigint not null default 0,
  gross bigint not null default 0,
  given_back bigint not null default 0,
  taken_back bigint not null default 0,
  fees bigint not null default 0,
  -- Collections, less reversed ones.
  collections integer not null default 0
);
create index monthly_figures_by_month on monthly_figures (customer_id, month, account_id, method);
create index monthly_figures_by_account on monthly_figures (customer_id, account_id, month, method);
select protect('monthly_figures', 'select');
select limit_subusers_by_account('monthly_figures', money_sections());

create function first_of_month(of_day date) returns date language sql immutable parallel safe
  return date_trunc('month', of_day::timestamp)::date;

-- Counts what a statement posted. An entry's lines are written by one statement (lines_sum_to_zero).
create function count_posted() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into monthly_figures (customer_id, account_id, month, issued)
  select e.customer_id, e.account_id, first_of_month(e.day), -sum(l.amount)
  from added l join ledger_entries e on e.customer_id = l.customer_id and e.entry_id = l.entry_id
  where l.ledger_account = 'billed'
  group by 1, 2, 3 having sum(l.amount) <> 0;
  insert into monthly_figures (customer_id, account_id, month, method, gross, given_back, taken_back, fees, collections)
  select e.customer_id, e.account_id, first_of_month(e.day), p.method, sum(m.gross), sum(m.given_back), sum(m.taken_back),
    sum(m.fees), sum(m.counted)
  from (select distinct customer_id, entry_id from added) a
  join ledger_entries e on e.customer_id = a.customer_id and e.entry_id = a.entry_id
  join payments p on p.customer_id = e.customer_id and p.payment_id = e.payment_id
  cross join lateral (
    select sum(x.gross) as gross, sum(x.given_back) as given_back, sum(x.taken_back) as taken_back, sum(x.fees) as fees,
      case e.kind when 'collection' then 1 when 'collection_reversed' then -1 else 0 end as counted
    from money_lines x where x.customer_id = a.customer_id and x.entry_id = a.entry_id
  ) m
  where e.payment_id is not null
  group by 1, 2, 3, 4
  having (sum(m.gross), sum(m.given_back), sum(m.taken_back), sum(m.fees), sum(m.counted)) <> (0, 0, 0, 0, 0);
  return null;
end $$;
create trigger figures_follow_lines after insert on ledger_lines
  referencing new table as added for each statement execute function count_posted();

-- Takes back what bills asked that are deleted with their import. Its entries still exist: they go after their lines.
create function uncount_posted() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into monthly_figures (customer_id, account_id, month, issued)
  select e.customer_id, e.account_id, first_of_month(e.day), sum(l.amount)
  from removed l join ledger_entries e on e.customer_id = l.customer_id and e.entry_id = l.entry_id
  where l.ledger_account = 'billed'
  group by 1, 2, 3 having sum(l.amount) <> 0;
  return null;
end $$;
create trigger figures_follow_removed_lines after delete on ledger_lines
  referencing old table as removed for each statement execute function uncount_posted();

-- What instalments of issued bills ask, by due date. Those of a draft count when it is issued (count_due_of_bill).
create function count_due() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into monthly_figures (customer_id, account_id, month, due)
    select b.customer_id, b.account_id, first_of_month(i.due_date), sum(i.amount)
    from added i join bills b on b.customer_id = i.customer_id and b.bill_id = i.bill_id and b.status = 'issued'
    group by 1, 2, 3 having sum(i.amount) <> 0;
  elsif tg_op = 'DELETE' then
    insert into monthly_figures (customer_id, account_id, month, due)
    select b.customer_id, b.account_id, first_of_month(i.due_date), -sum(i.amount)
    from removed i join bills b on b.customer_id = i.customer_id and b.bill_id = i.bill_id and b.status = 'issued'
    group by 1, 2, 3 having sum(i.amount) <> 0;
  else
    insert into monthly_figures (customer_id, account_id, month, due)
    select b.customer_id, b.account_id, first_of_month(c.due_date), sum(c.amount)
    from (
      select n.customer_id, n.bill_id, d.due_date, d.amount
      from added n join removed o on o.instalment_id = n.instalment_id
      cross join lateral (values (o.due_date, -o.amount), (n.due_date, n.amount)) d (due_date, amount)
      where (n.due_date, n.amount) <> (o.due_date, o.amount)
    ) c
    join bills b on b.customer_id = c.customer_id and b.bill_id = c.bill_id and b.status = 'issued'
    group by 1, 2, 3 having sum(c.amount) <> 0;
  end if;
  return null;
end $$;
create trigger figures_follow_new_instalments after insert on bill_instalments
  referencing new table as added for each statement execute function count_due();
create trigger figures_follow_instalments after update on bill_instalments
  referencing old table as removed new table as added for each statement execute function count_due();
create trigger figures_follow_removed_instalments after delete on bill_instalments
  referencing old table as removed for each statement execute function count_due();

-- A draft that is issued, a bill that is cancelled, and an issued bill that is deleted with its import.
create function count_due_of_bill() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  sign integer := case when tg_op = 'UPDATE' and new.status = 'issued' then 1 else -1 end;
  -- A draft may change its condominium, also while it is issued.
  of_account_id bigint := case when sign = 1 then new.account_id else old.account_id end;
begin
  insert into monthly_figures (customer_id, account_id, month, due)
  select old.customer_id, of_account_id, first_of_month(i.due_date), sign * sum(i.amount)
  from bill_instalments i where i.customer_id = old.customer_id and i.bill_id = old.bill_id
  group by 3 having sum(i.amount) <> 0;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return null;
end $$;
create trigger figures_follow_status after update of status on bills for each row
  when ((old.status = 'issued') <> (new.status = 'issued')) execute function count_due_of_bill();
-- Before, because its instalments are deleted with it.
create trigger figures_follow_removed_bills before delete on bills for each row
  when (old.status = 'issued') execute function count_due_of_bill();

create function remove_figures() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from monthly_figures f where f.customer_id = old.customer_id and f.account_id = old.account_id;
  return null;
end $$;
create trigger figures_go_with_account after delete on accounts for each row execute function remove_figures();

insert into monthly_figures (customer_id, account_id, month, issued)
select e.customer_id, e.account_id, first_of_month(e.day), -sum(l.amount)
from ledger_entries e join ledger_lines l on l.customer_id = e.customer_id and l.entry_id = e.entry_id
where l.ledger_account = 'billed' group by 1, 2, 3;
insert into monthly_figures (customer_id, account_id, month, due)
select b.customer_id, b.account_id, first_of_month(i.due_date), sum(i.amount)
from bills b join bill_instalments i on i.customer_id = b.customer_id and i.bill_id = b.bill_id
where b.status = 'issued' group by 1, 2, 3;
insert into monthly_figures (customer_id, account_id, month, method, gross, given_back, taken_back, fees)
select m.customer_id, m.account_id, first_of_month(m.day), p.method, sum(m.gross), sum(m.given_back), sum(m.taken_back),
  sum(m.fees)
from money_lines m join payments p on p.customer_id = m.customer_id and p.payment_id = m.payment_id
group by 1, 2, 3, 4;
insert into monthly_figures (customer_id, account_id, month, method, collections)
select e.customer_id, e.account_id, first_of_month(e.day), p.method,
  count(*) filter (where e.kind = 'collection') - count(*) filter (where e.kind = 'collection_reversed')
from ledger_entries e join payments p on p.customer_id = e.customer_id and p.payment_id = e.payment_id
where e.kind in ('collection', 'collection_reversed') group by 1, 2, 3, 4;

-- Who gets the figures of the report by mail: on Mondays, or on the first of the month. Each user sees their own only.
create table report_subscriptions (
  subscription_id bigint generated always as identity primary key,
  customer_id bigint not null references customers,
  user_id bigint not null references users on delete cascade,
  -- Null: all condominiums that the user sees.
  account_id bigint,
  every text not null check (every in ('week', 'month')),
  created_at timestamptz not null default now(),
  foreign key (customer_id, account_id) references accounts (customer_id, account_id) on delete cascade
);
create index report_subscriptions_by_account on report_subscriptions (customer_id, account_id, subscription_id);
create unique index one_subscription_each on report_subscriptions (user_id, every, coalesce(account_id, 0));
select protect_personal('report_subscriptions', 'select, insert, delete');
