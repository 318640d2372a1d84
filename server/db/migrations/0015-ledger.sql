/* The double-entry ledger is the one source of every figure: debits positive, credits negative, each entry sums to zero,
   and nothing is changed afterwards. Each movement has its accounting day and its person. The amount of a bill is posted
   when the bill is issued, amended, credited or cancelled, on the day of that act. Money in cents. */

-- A ledger entry. Its amounts are in ledger_lines.
create table ledger_entries (
  entry_id bigint generated always as identity primary key,
  customer_id bigint not null,
  account_id bigint not null,
  -- The person concerned. Null: no person, as for a payout.
  subject_id bigint,
  bill_id bigint,
  payment_id bigint,
  kind text not null check (kind in (
    'issue', 'amendment', 'credit_note', 'cancellation', 'brought', 'opening_credit',
    'collection', 'collection_fee', 'credit_used', 'reallocation', 'adjustment',
    'return', 'return_fee', 'refund', 'refund_failed',
    'dispute', 'dispute_fee', 'dispute_won', 'dispute_lost',
    'transfer', 'transfer_reversed', 'application_fee', 'application_fee_back', 'office_debt', 'office_debt_paid',
    'payout', 'payout_arrived', 'payout_failed')),
  -- What it was posted for, such as `bill:12` or `attempt:34`. A kind is posted once for each.
  source text not null,
  description text not null,
  -- The accounting day, in Rome. It may lie before `at`: a transfer registered later, a bill issued for an earlier day.
  day date not null default today(),
  at timestamptz not null default now(),
  foreign key (customer_id, account_id) references accounts (customer_id, account_id),
  foreign key (customer_id, subject_id) references subjects (customer_id, subject_id),
  unique (source, kind)
);
create unique index ledger_entries_by_key on ledger_entries (customer_id, entry_id);
create index ledger_entries_by_payment on ledger_entries (customer_id, payment_id, entry_id);
create index ledger_entries_by_bill on ledger_entries (customer_id, bill_id, entry_id) where bill_id is not null;
create index ledger_entries_by_subject on ledger_entries (customer_id, subject_id, day, entry_id);
create index ledger_entries_by_account on ledger_entries (customer_id, account_id, day, entry_id);
create index ledger_entries_by_day on ledger_entries (customer_id, day, entry_id) include (payment_id);
create index ledger_entries_by_time on ledger_entries (at);
select protect('ledger_entries', 'select, insert');
create policy own on ledger_entries for select to saldo_consumer using (subject_id in (select s.subject_id from subjects s));
grant select on ledger_entries to saldo_consumer;
select limit_subusers_by_account('ledger_entries', money_sections());

/* receivables          what people owe, bill by bill
   billed               what bills asked: the other side of receivables
   opening              what was there before Saldo: the other side of opening balances
   provider_transit     the platform's balance at the provider
   payout_transit       paid out by the provider, not yet in the bank
   connected_balance    the balance of the office's own account at the provider
   bank                 the condominium's bank account
   collection_fees      the provider's fees that the office bears
   application_fees     what the platform withholds, a cost of the office
   subject_credit       what is owed to payers
   disputed             taken back by the provider until a bank decides
   office_debt          what the office owes the platform
   platform             the platform's own side: its costs, its income, its claim on the office */
create table ledger_lines (
  line_id bigint generated always as identity primary key,
  customer_id bigint not null,
  entry_id bigint not null,
  ledger_account text not null check (ledger_account in (
    'receivables', 'billed', 'opening', 'provider_transit', 'payout_transit', 'connected_balance', 'bank',
    'collection_fees', 'application_fees', 'subject_credit', 'disputed', 'office_debt', 'platform')),
  amount bigint not null check (amount <> 0),
  -- No foreign key: a bill is deleted only together with the import that created it, and its postings are deleted with
  -- it (remove_receivables).
  bill_id bigint,
  foreign key (customer_id, entry_id) references ledger_entries (customer_id, entry_id),
  constraint receivables_name_a_bill check (ledger_account <> 'receivables' or bill_id is not null)
);
create index ledger_lines_by_entry on ledger_lines (customer_id, entry_id);
create index ledger_lines_by_bill on ledger_lines (customer_id, bill_id) where bill_id is not null;
select protect('ledger_lines', 'select, insert');
create policy own on ledger_lines for select to saldo_consumer using (entry_id in (select e.entry_id from ledger_entries e));
grant select on ledger_lines to saldo_consumer;
select limit_subusers_by_parent('ledger_lines', 'ledger_entries', 'entry_id', money_sections());

/* Append-only, with two exceptions. When two records of one person are merged, their movements follow the person. When an
   import is undone before anything happened to its bills, their postings go with them. */
revoke update, delete on ledger_entries, ledger_lines from saldo_system, saldo_super;
grant update (subject_id) on ledger_entries to saldo_system;
create function ledger_is_append_only() returns trigger language plpgsql as $$
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
create trigger append_only before update or delete on ledger_entries for each row execute function ledger_is_append_only();
create trigger append_only before update or delete on ledger_lines for each row execute function ledger_is_append_only();

/* An entry's lines are written by one statement, are at least two and sum to zero. Checked once per statement, because
   issuing ten thousand bills writes twenty thousand lines. */
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

-- Without the setting, a bulk insert would use a plan made while the tables were still empty: see bill_adds_up.
create function entry_has_lines() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if not exists (select from ledger_lines where customer_id = new.customer_id and entry_id = new.entry_id) then
    raise exception 'ledger entry % has no lines', new.entry_id
      using errcode = '23514', constraint = 'ledger_sums_to_zero';
  end if;
  return null;
end $$;
create constraint trigger sums_to_zero after insert on ledger_entries
  deferrable initially deferred for each row execute function entry_has_lines();

/* Posts the amounts of new bills: Dr receivables / Cr billed, both naming the bill. Runs as the owner, because an actor who
   may write the bill may not always see the entry that the same statement writes. */
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

/* Bills that are issued, amended or cancelled: the ledger gets the difference between what it has for the bill, person by
   person, and what the bill asks now. The first posting has the bill's issue date, later ones have their own day, because the
   past stays as it was. A credit note posts its own entry first, so no difference is left. */
create function post_changed_bills() returns trigger language plpgsql security definer set search_path = public as $$
begin
  -- Computed in one pass: with a join under `exists`, PostgreSQL would compare each bill with each.
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

-- A bill that is deleted takes its own postings with it.
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

/* For payments that go on to a connected account the platform bears the provider's fee. Where the ledger had charged it to
   the office, this moves it by an adjustment, once for each of these attempts. Returns how many. */
create function move_provider_fees(of_attempts bigint[]) returns bigint language sql volatile
begin atomic
  with wrong as (
    select e.customer_id, e.account_id, e.subject_id, e.bill_id, e.payment_id, e.day, e.at, t.attempt_id,
      sum(l.amount)::bigint as fee
    from payment_attempts t
    join ledger_entries e on e.customer_id = t.customer_id and e.payment_id = t.payment_id
      and e.kind = 'collection_fee' and e.source = 'attempt:' || t.attempt_id
    join ledger_lines l on l.customer_id = e.customer_id and l.entry_id = e.entry_id and l.ledger_account = 'collection_fees'
    where t.attempt_id = any (of_attempts) and t.request ? 'transfer_data'
    group by 1, 2, 3, 4, 5, 6, 7, 8
  ), posted as (
    insert into ledger_entries (customer_id, account_id, subject_id, bill_id, payment_id, day, at, kind, source, description)
    select customer_id, account_id, subject_id, bill_id, payment_id, day, at, 'adjustment', 'provider_fee:' || attempt_id,
      'Commissione del provider a carico della piattaforma'
    from wrong where fee <> 0
    on conflict do nothing
    returning customer_id, entry_id, source
  ), lines as (
    insert into ledger_lines (customer_id, entry_id, ledger_account, amount)
    select p.customer_id, p.entry_id, l.ledger_account, l.sign * w.fee
    from posted p join wrong w on p.source = 'provider_fee:' || w.attempt_id
    cross join (values ('platform', 1), ('collection_fees', -1)) l (ledger_account, sign)
    returning 1
  )
  select count(*) / 2 from lines;
end;
revoke execute on function move_provider_fees from public;
grant execute on function move_provider_fees to saldo_system;

/* What each posting moved of the office's money, by part, as the actor may see it. The office's money is what lies at the
   bank, at the provider and with the platform: moving it among these changes nothing, and using a credit is no money. The
   posting's other lines say what came in (credits) or went out (debits). Their sums are:
   gross: what came in. given_back: refunds. taken_back: what a bank took back, including what a dispute holds.
   fees: the provider's, those of disputes and returns too, and the platform's.
   net = gross - given_back - taken_back - fees: how much the office's money changed.
   credit: the payers' credit that was used (payment by credit).
   One row per ledger line; only sums mean something. Cents, by accounting day. */
create view money_lines with (security_invoker = true) as
select e.customer_id, e.account_id, e.subject_id, e.payment_id, e.entry_id, e.day,
  case when p.part = 'gross' then m.moved else 0 end as gross,
  case when p.part = 'given_back' then -m.moved else 0 end as given_back,
  case when p.part = 'taken_back' then -m.moved else 0 end as taken_back,
  m.fee as fees,
  m.moved - m.fee as net,
  case when l.ledger_account = 'subject_credit' then l.amount else 0 end as credit
from ledger_entries e
join ledger_lines l on l.customer_id = e.customer_id and l.entry_id = e.entry_id
cross join lateral (select
  case when l.ledger_account in ('receivables', 'billed', 'opening', 'subject_credit', 'disputed') then -l.amount else 0 end,
  case when l.ledger_account in ('collection_fees', 'application_fees') then l.amount else 0 end
) m (moved, fee)
cross join lateral (select case
  when e.kind in ('refund', 'refund_failed') or e.source like 'reconciliation:refund:%' then 'given_back'
  when e.kind in ('return', 'dispute', 'dispute_won', 'dispute_lost') or e.source like 'reconciliation:dispute:%' then 'taken_back'
  else 'gross' end
) p (part)
where e.payment_id is not null;
grant select on money_lines to saldo_consumer, saldo_customer, saldo_super, saldo_system;

/* A condominium's books may be closed until a day: from then on no movement with that accounting day or an earlier one is
   registered or removed, because its figures were printed and handed out. Each closing and reopening is a row; the latest
   one counts. */
create table book_closings (
  closing_id bigint generated always as identity primary key,
  customer_id bigint not null,
  account_id bigint not null,
  act text not null check (act in ('closed', 'reopened')),
  -- The last closed day after this act. Null: the books are open.
  closed_to date,
  reason text,
  user_id bigint default actor_user_id() references users on delete set null,
  actor text not null,
  at timestamptz not null default now(),
  foreign key (customer_id, account_id) references accounts (customer_id, account_id),
  constraint closing_says_until_when check (act = 'reopened' or closed_to is not null),
  constraint reopening_says_why check (act = 'closed' or reason is not null)
);
create index book_closings_by_account on book_closings (customer_id, account_id, closing_id);
select protect('book_closings', 'select, insert');
revoke update, delete on book_closings from saldo_system, saldo_super;
select limit_subusers('book_closings',
  '((select actor_accounts()) is null or account_id = any ((select actor_accounts())::bigint[]))',
  money_sections(), array['payments']);

-- The last closed day of a condominium's books. Null: they are open. Runs as the owner, because every posting must be
-- checked.
create function books_closed_to(of_customer_id bigint, of_account_id bigint) returns date
  language sql stable security definer set search_path = public
begin atomic
  select c.closed_to from book_closings c
  where c.customer_id = of_customer_id and c.account_id = of_account_id
  order by c.closing_id desc limit 1;
end;
revoke execute on function books_closed_to from public;
grant execute on function books_closed_to to saldo_customer, saldo_super, saldo_system;

/* Closings of one condominium come one after the other, and after postings under way: the condominium's row is locked
   against the share that every posting holds. Today and later are never closed, so that postings of the provider's events,
   which are dated today, are never refused. */
create function closing_follows() returns trigger language plpgsql security definer set search_path = public as $$
declare
  was date;
begin
  perform from accounts where customer_id = new.customer_id and account_id = new.account_id for update;
  was := books_closed_to(new.customer_id, new.account_id);
  if new.closed_to >= today() then
    raise exception 'books can only be closed until yesterday' using errcode = '23514', constraint = 'closing_ends_before_today';
  end if;
  if new.act = 'closed' and new.closed_to <= was then
    raise exception 'books are closed until % already', was using errcode = '23514', constraint = 'closing_moves_forward';
  end if;
  if new.act = 'reopened' and (was is null or new.closed_to >= was) then
    raise exception 'books are not closed beyond that day' using errcode = '23514', constraint = 'reopening_moves_back';
  end if;
  return new;
end $$;
create trigger closing_follows before insert on book_closings for each row execute function closing_follows();

create function closing_is_told() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform audit(new.customer_id, new.account_id, 'accounts', new.account_id,
    (select name from accounts where customer_id = new.customer_id and account_id = new.account_id),
    'books_' || new.act, null, jsonb_strip_nulls(jsonb_build_object('closed_to', new.closed_to, 'reason', new.reason)));
  return null;
end $$;
create trigger closing_is_told after insert on book_closings for each row execute function closing_is_told();

/* Locks the condominium's row before reading the closing: a closing at the same moment waits for this transaction, or this
   one waits for it. */
create function refuse_closed_day() returns trigger language plpgsql security definer set search_path = public as $$
declare
  entry ledger_entries := case when tg_op = 'DELETE' then old else new end;
  closed date;
begin
  if entry.day < today() then
    perform from accounts where customer_id = entry.customer_id and account_id = entry.account_id for key share;
    closed := books_closed_to(entry.customer_id, entry.account_id);
    if entry.day <= closed then
      raise exception 'books are closed until %', closed
        using errcode = '23514', constraint = 'period_closed', detail = entry.day || ' ' || closed;
    end if;
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger not_in_a_closed_period before insert or delete on ledger_entries
  for each row execute function refuse_closed_day();
