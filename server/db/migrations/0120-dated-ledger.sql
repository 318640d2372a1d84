/* The ledger is the one source of every figure: each movement has its accounting day and its person, and what a bill asks
   is posted when it is issued, amended, credited or cancelled, on the day on which that happened. Money in cents. */

alter table ledger_entries
  -- The accounting day, of Rome. It may lie before `at`: a transfer registered later, a bill issued for an earlier day.
  add column day date not null default today(),
  -- Whose movement it is; null only for what concerns nobody, such as a payout.
  add column subject_id bigint,
  drop constraint ledger_entries_kind_check,
  add constraint ledger_entries_kind_check check (kind in (
    'issue', 'amendment', 'credit_note', 'cancellation', 'brought', 'opening_credit',
    'collection', 'collection_fee', 'credit_used', 'reallocation', 'adjustment',
    'return', 'return_fee', 'refund', 'refund_failed',
    'dispute', 'dispute_fee', 'dispute_won', 'dispute_lost',
    'transfer', 'transfer_reversed', 'application_fee', 'application_fee_back', 'office_debt', 'office_debt_paid',
    'payout', 'payout_failed'));

/* receivables          what people owe, bill by bill
   billed               what bills asked: the other side of receivables
   opening              what was there before Saldo: the other side of opening balances
   provider_transit     the platform's balance at the provider
   connected_balance    the balance of the office's own account at the provider
   bank                 the condominium's bank account
   collection_fees      the provider's fees that the office bears
   application_fees     what the platform withholds, a cost of the office
   subject_credit       what is owed to payers
   disputed             taken back by the provider until a bank decides
   office_debt          what the office owes the platform
   platform             the platform's own side: its costs, its income, its claim on the office */
alter table ledger_lines
  drop constraint ledger_lines_ledger_account_check,
  add constraint ledger_lines_ledger_account_check check (ledger_account in (
    'receivables', 'billed', 'opening', 'provider_transit', 'connected_balance', 'bank', 'collection_fees',
    'application_fees', 'subject_credit', 'disputed', 'office_debt', 'platform')),
  -- A bill goes only with the import that made it, and its postings go with it (see remove_receivables).
  drop constraint ledger_lines_customer_id_bill_id_fkey;

alter table ledger_entries disable trigger append_only;
update ledger_entries e set
  day = ((case when e.kind in ('collection', 'credit_used') then coalesce(p.settled_at, e.at) else e.at end)
    at time zone 'Europe/Rome')::date,
  subject_id = p.subject_id
from payments p where p.customer_id = e.customer_id and p.payment_id = e.payment_id;
alter table ledger_entries enable trigger append_only;

alter table ledger_entries
  add foreign key (customer_id, subject_id) references subjects (customer_id, subject_id);
create index ledger_entries_by_subject on ledger_entries (customer_id, subject_id, day, entry_id);
create index ledger_entries_by_account on ledger_entries (customer_id, account_id, day, entry_id);

/* Nothing in the ledger changes, with two exceptions. Two records of one person are merged: their movements follow the
   person. An import is undone before anything happened to its bills: their postings go with them. */
create or replace function ledger_is_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_table_name = 'ledger_entries' and current_user = 'saldo_system'
     and to_jsonb(new) - 'subject_id' = to_jsonb(old) - 'subject_id' then
    return new;
  end if;
  if tg_op = 'DELETE' and current_setting('saldo.removing_bills', true) = 'yes'
     and current_user = (select pg_get_userbyid(relowner) from pg_class where oid = tg_relid) then
    return old;
  end if;
  raise exception 'the ledger is append-only' using errcode = '23514', constraint = 'ledger_is_append_only';
end $$;
grant update (subject_id) on ledger_entries to saldo_system;

/* An entry's lines are written by one statement and sum to zero; an entry has at least two. Checked once per statement:
   issuing ten thousand bills writes twenty thousand lines. */
drop trigger sums_to_zero on ledger_lines;
create function lines_sum_to_zero() returns trigger language plpgsql as $$
declare
  wrong record;
begin
  select entry_id, sum(amount) as total, count(*) as lines into wrong
  from added group by entry_id having sum(amount) <> 0 or count(*) < 2 limit 1;
  if found then
    raise exception 'ledger entry % gets % lines that sum to %', wrong.entry_id, wrong.lines, wrong.total
      using errcode = '23514', constraint = 'ledger_sums_to_zero';
  end if;
  return null;
end $$;
create trigger sums_to_zero after insert on ledger_lines referencing new table as added
  for each statement execute function lines_sum_to_zero();

drop trigger sums_to_zero on ledger_entries;
drop function ledger_sums_to_zero();
create function entry_has_lines() returns trigger language plpgsql as $$
begin
  if not exists (select from ledger_lines where customer_id = new.customer_id and entry_id = new.entry_id) then
    raise exception 'ledger entry % has no lines', new.entry_id
      using errcode = '23514', constraint = 'ledger_sums_to_zero';
  end if;
  return null;
end $$;
alter function entry_has_lines() set enable_seqscan = off;
create constraint trigger sums_to_zero after insert on ledger_entries
  deferrable initially deferred for each row execute function entry_has_lines();

/* What a bill asks is told to the ledger: Dr receivables / Cr billed, both naming the bill. As the schema's owner, because
   whoever may write the bill may not always see the entry that the same statement writes. */
create function post_issued_bills() returns trigger language plpgsql security definer set search_path = public as $$
begin
  with posted as (
    insert into ledger_entries (customer_id, account_id, subject_id, bill_id, kind, source, description, day)
    select customer_id, account_id, subject_id, bill_id, 'issue', 'bill:' || bill_id,
      'Bolletta ' || number || ': ' || description, issue_date
    from changed where status = 'issued'
    returning customer_id, entry_id, bill_id
  )
  insert into ledger_lines (customer_id, entry_id, ledger_account, amount, bill_id)
  select p.customer_id, p.entry_id, l.ledger_account, l.sign * c.amount, p.bill_id
  from posted p
  join changed c on c.bill_id = p.bill_id
  cross join (values ('receivables', 1), ('billed', -1)) l (ledger_account, sign);
  return null;
end $$;
create trigger receivables_follow_new_bills after insert on bills referencing new table as changed
  for each statement execute function post_issued_bills();

/* A bill that is issued, amended or cancelled: the ledger gets the difference between what it says the bill asks, person by
   person, and what the bill asks now. The first posting has the bill's issue date, every later one its own day, because
   what is past stays as it was told. A credit note posts its own entry first, so there is no difference left. */
create function post_changed_bills() returns trigger language plpgsql security definer set search_path = public as $$
begin
  -- In one pass: joined under `exists`, each bill would be compared with each.
  if not exists (
    select bill_id, status, amount, subject_id, account_id from changed
    except
    select bill_id, status, amount, subject_id, account_id from before
  ) then
    return null;
  end if;
  with moved as (
    select n.* from changed n join before o on o.bill_id = n.bill_id
    where (n.status, n.amount, n.subject_id, n.account_id) is distinct from (o.status, o.amount, o.subject_id, o.account_id)
  ), told as (
    select m.bill_id, e.subject_id, e.account_id, -sum(l.amount)::bigint as asked
    from moved m
    join ledger_lines l on l.customer_id = m.customer_id and l.bill_id = m.bill_id and l.ledger_account = 'billed'
    join ledger_entries e on e.customer_id = l.customer_id and e.entry_id = l.entry_id
    group by 1, 2, 3
  ), differences as (
    select bill_id, subject_id, account_id, coalesce(w.asked, 0) - coalesce(t.asked, 0) as amount
    from told t
    full join (
      select bill_id, subject_id, account_id, case when status = 'issued' then amount else 0 end as asked from moved
    ) w using (bill_id, subject_id, account_id)
    where coalesce(w.asked, 0) <> coalesce(t.asked, 0)
  ), posted as (
    insert into ledger_entries (customer_id, account_id, subject_id, bill_id, kind, source, description, day)
    select m.customer_id, d.account_id, d.subject_id, m.bill_id, k.kind,
      case k.kind when 'issue' then 'bill:' || m.bill_id
        else concat_ws(':', 'bill', m.bill_id, d.account_id, d.subject_id,
          (select count(*) from ledger_lines l where l.customer_id = m.customer_id and l.bill_id = m.bill_id)) end,
      case k.kind when 'issue' then 'Bolletta ' || m.number || ': ' || m.description
        when 'cancellation' then 'Annullata la bolletta ' || m.number
        else 'Rettifica della bolletta ' || m.number end,
      case k.kind when 'issue' then m.issue_date else greatest(today(), m.issue_date) end
    from differences d
    join moved m on m.bill_id = d.bill_id
    cross join lateral (select case when m.status = 'cancelled' then 'cancellation'
      when not exists (select from told t where t.bill_id = m.bill_id) then 'issue' else 'amendment' end as kind) k
    returning customer_id, entry_id, bill_id, subject_id, account_id
  )
  insert into ledger_lines (customer_id, entry_id, ledger_account, amount, bill_id)
  select p.customer_id, p.entry_id, l.ledger_account, l.sign * d.amount, p.bill_id
  from posted p
  join differences d on d.bill_id = p.bill_id and d.subject_id = p.subject_id and d.account_id = p.account_id
  cross join (values ('receivables', 1), ('billed', -1)) l (ledger_account, sign);
  return null;
end $$;
create trigger receivables_follow_bills after update on bills referencing old table as before new table as changed
  for each statement execute function post_changed_bills();

create function remove_receivables() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform set_config('saldo.removing_bills', 'yes', true);
  delete from ledger_lines l using gone g
  where l.customer_id = g.customer_id and l.entry_id in (
    select e.entry_id from ledger_entries e
    where e.customer_id = g.customer_id and e.bill_id = g.bill_id and e.source like 'bill:%');
  delete from ledger_entries e using gone g
  where e.customer_id = g.customer_id and e.bill_id = g.bill_id and e.source like 'bill:%';
  perform set_config('saldo.removing_bills', '', true);
  return null;
end $$;
create trigger receivables_go_with_bills after delete on bills referencing old table as gone
  for each statement execute function remove_receivables();
create index ledger_entries_by_bill on ledger_entries (customer_id, bill_id, entry_id) where bill_id is not null;

-- What bills asked before this, and what was settled of them by nothing that the ledger knows.
do $$
begin
  with posted as (
    insert into ledger_entries (customer_id, account_id, subject_id, bill_id, kind, source, description, day, at)
    select customer_id, account_id, subject_id, bill_id, 'issue', 'bill:' || bill_id,
      'Bolletta ' || number || ': ' || description, issue_date, created_at
    from bills where status = 'issued'
    returning customer_id, entry_id, bill_id
  )
  insert into ledger_lines (customer_id, entry_id, ledger_account, amount, bill_id)
  select p.customer_id, p.entry_id, l.ledger_account, l.sign * b.amount, p.bill_id
  from posted p join bills b on b.bill_id = p.bill_id
  cross join (values ('receivables', 1), ('billed', -1)) l (ledger_account, sign);

  with unknown as (
    select b.*, b.amount - b.settled - coalesce((select sum(l.amount) from ledger_lines l
      where l.customer_id = b.customer_id and l.bill_id = b.bill_id and l.ledger_account = 'receivables'), 0)::bigint as brought
    from bills b where b.status = 'issued'
  ), posted as (
    insert into ledger_entries (customer_id, account_id, subject_id, bill_id, kind, source, description, day)
    select customer_id, account_id, subject_id, bill_id, 'brought', 'bill:' || bill_id, 'Versati prima, bolletta ' || number, issue_date
    from unknown where brought <> 0
    returning customer_id, entry_id, bill_id
  )
  insert into ledger_lines (customer_id, entry_id, ledger_account, amount, bill_id)
  select p.customer_id, p.entry_id, l.ledger_account, l.sign * u.brought, p.bill_id
  from posted p join unknown u on u.bill_id = p.bill_id
  cross join (values ('receivables', 1), ('opening', -1)) l (ledger_account, sign);
end $$;
