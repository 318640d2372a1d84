/* A condominium's books may be closed until a day. After that no movement with an accounting day on or before it is
   registered, or removed: what was printed and told stays. Each closing and reopening is a row, the latest one counts. */
create table book_closings (
  closing_id bigint generated always as identity primary key,
  customer_id bigint not null,
  account_id bigint not null,
  act text not null check (act in ('closed', 'reopened')),
  -- Until when the books are closed after this; null: not at all.
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
  array['bills:read', 'payments:read', 'debits:read'], array['payments:write']);

-- Until when a condominium's books are closed; null: not at all. Runs as the owner, because whoever may post must be refused.
create function books_closed_to(of_customer_id bigint, of_account_id bigint) returns date
  language sql stable security definer set search_path = public
begin atomic
  select c.closed_to from book_closings c
  where c.customer_id = of_customer_id and c.account_id = of_account_id
  order by c.closing_id desc limit 1;
end;
revoke execute on function books_closed_to from public;
grant execute on function books_closed_to to saldo_customer, saldo_super, saldo_system;

/* Closings of one condominium come one after the other, and after what is being posted: the row of the condominium is
   locked against the share that every posting holds. Today and later are never closed, so that what the provider tells,
   which is dated today, is never refused. */
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

/* The condominium's row is locked before the closing is read: whoever closes at the same moment waits for this
   transaction, or this one for them. */
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
