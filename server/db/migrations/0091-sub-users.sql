/* Sub-users: people of a customer's office who may do less than the customer, section by section, and perhaps for some of
   its condominiums only. They act as saldo_subuser, which is a saldo_customer under restrictive policies: what the customer
   cannot see they cannot see either, and of the rest only what was granted. */
do $$
begin
  if not exists (select from pg_roles where rolname = 'saldo_subuser') then
    create role saldo_subuser nologin;
  end if;
  grant saldo_customer to saldo_subuser with inherit true;
  grant saldo_subuser to saldo_server with inherit false, set true;
  grant usage on schema public to saldo_subuser;
end $$;

alter table users
  add column is_subuser boolean not null default false,
  -- Of a sub-user: whether all condominiums are theirs to see, also those still to come.
  add column all_accounts boolean not null default true,
  add constraint a_sub_user_has_a_customer check (not is_subuser or customer_id is not null),
  add constraint only_sub_users_are_limited check (all_accounts or is_subuser);
create unique index users_by_key on users (customer_id, user_id);

-- The sections of the product that are granted one by one; `write` includes `read`.
create table user_permissions (
  user_id bigint not null,
  customer_id bigint not null,
  section text not null check (section in ('accounts', 'subjects', 'bills', 'payments', 'debits', 'documents', 'office')),
  level text not null check (level in ('read', 'write')),
  primary key (user_id, section),
  foreign key (customer_id, user_id) references users (customer_id, user_id) on delete cascade
);
create index user_permissions_by_customer on user_permissions (customer_id, user_id);
select protect('user_permissions', 'select, insert, update, delete');

create table user_accounts (
  user_id bigint not null,
  customer_id bigint not null,
  account_id bigint not null,
  primary key (user_id, account_id),
  foreign key (customer_id, user_id) references users (customer_id, user_id) on delete cascade,
  foreign key (customer_id, account_id) references accounts (customer_id, account_id) on delete cascade
);
create index user_accounts_by_customer on user_accounts (customer_id, account_id);
select protect('user_accounts', 'select, insert, delete');

-- What a sub-user may, as the transaction knows it; written when it is entered.
create function actor_may(any_of text[]) returns boolean language sql stable parallel safe
  return string_to_array(current_setting('saldo.permissions', true), ',') && any_of;
-- The condominiums a sub-user sees; null: all of the customer's.
create function actor_accounts() returns bigint[] language sql stable parallel safe
  return nullif(current_setting('saldo.accounts', true), '')::bigint[];
create function actor_sees_account(of_account_id bigint) returns boolean language sql stable parallel safe
  return actor_accounts() is null or of_account_id = any (actor_accounts());

/* Restricts sub-users on a table: `seen` says which rows are theirs to see at all (a condition on the table's columns), the
   rest which grants reading and which changing asks for. `read` null: reading is not restricted. */
create function limit_subusers(target regclass, seen text, read text[], write text[]) returns void language plpgsql as $$
declare
  may_read text := format('(select actor_may(%L))', read);
  may_write text := format('(select actor_may(%L))', write);
begin
  if read is not null then
    execute format('create policy limited_read on %s as restrictive for select to saldo_subuser using (%s and %s)',
      target, may_read, seen);
  end if;
  execute format('create policy limited_insert on %s as restrictive for insert to saldo_subuser with check (%s and %s)',
    target, may_write, seen);
  execute format('create policy limited_update on %s as restrictive for update to saldo_subuser using (%s and %s) with check (%s and %s)',
    target, may_write, seen, may_write, seen);
  execute format('create policy limited_delete on %s as restrictive for delete to saldo_subuser using (%s and %s)',
    target, may_write, seen);
end $$;

-- Reading a name is part of every section; reading money of those that show money.
create function limit_subusers_of(what text, target regclass, seen text) returns void language plpgsql as $$
declare
  money constant text[] := array['bills', 'payments', 'debits'];
  every constant text[] := array['accounts', 'subjects', 'bills', 'payments', 'debits', 'documents', 'office'];
  read constant text[] := array(select s || ':read' from unnest(case what when 'money' then money else every end) s);
  write constant text[] := array(select s || ':write' from unnest(case what when 'money' then money else array[what] end) s);
begin
  perform limit_subusers(target, seen, read, write);
end $$;

do $$
declare
  every_account constant text := '(select actor_accounts()) is null';
  of_account constant text := '((select actor_accounts()) is null or account_id = any ((select actor_accounts())::bigint[]))';
  target text;
begin
  perform limit_subusers_of('accounts', 'accounts', of_account);
  perform limit_subusers_of('money', 'bills', of_account);
  foreach target in array array['payments', 'debits', 'ledger_entries', 'subject_credits'] loop
    perform limit_subusers_of('money', target::regclass, of_account);
  end loop;
  -- What hangs on a bill, a payment or an entry is seen with it.
  foreach target in array array['bill_instalments', 'bill_lines', 'bill_events', 'pay_links', 'attempt_instalments',
    'allocation_parts', 'payment_bills', 'refund_parts'] loop
    perform limit_subusers_of('money', target::regclass,
      format('(%s or exists (select from bills b where b.bill_id = %I.bill_id))', every_account, target));
  end loop;
  foreach target in array array['payment_attempts', 'payment_events', 'payment_allocations', 'refunds', 'disputes'] loop
    perform limit_subusers_of('money', target::regclass,
      format('(%s or exists (select from payments p where p.payment_id = %I.payment_id))', every_account, target));
  end loop;
  perform limit_subusers_of('money', 'ledger_lines',
    format('(%s or exists (select from ledger_entries e where e.entry_id = ledger_lines.entry_id))', every_account));
end $$;

-- Whatever one may change may have to be told; mails that were sent are read with the bill they were about.
select limit_subusers('emails', 'true', null, array(
  select s || ':write' from unnest(array['accounts', 'subjects', 'bills', 'payments', 'debits', 'documents', 'office']) s));
create policy limited_read on emails as restrictive for select to saldo_subuser using (
  (select actor_may(array['bills:read', 'payments:read', 'debits:read']))
  and ((select actor_accounts()) is null or exists (select from bills b where b.bill_id = emails.bill_id)));

-- A limited sub-user sees the people of their condominiums, and those they have just brought.
alter table subjects add column created_by bigint default actor_user_id() references users on delete set null;
select limit_subusers_of('subjects', 'subjects', $c$(
  (select actor_accounts()) is null
  or created_by = (select actor_user_id())
  or exists (select from bills b where b.customer_id = subjects.customer_id and b.subject_id = subjects.subject_id))$c$);

do $$
declare
  target text;
begin
  foreach target in array array['payment_sources', 'source_links'] loop
    perform limit_subusers_of('money', target::regclass, format(
      '((select actor_accounts()) is null or exists (select from subjects s where s.subject_id = %I.subject_id))', target));
  end loop;
  perform limit_subusers_of('money', 'mandates',
    '((select actor_accounts()) is null or exists (select from subjects s where s.subject_id = mandates.subject_id))');
  perform limit_subusers_of('money', 'mandate_events',
    '((select actor_accounts()) is null or exists (select from mandates m where m.mandate_id = mandate_events.mandate_id))');
  -- A file may name any condominium: those who see some only see the files they brought themselves.
  perform limit_subusers('imports', '((select actor_accounts()) is null or created_by = (select actor_user_id()))',
    array['accounts:read', 'subjects:read', 'bills:read'], array['accounts:write', 'subjects:write', 'bills:write']);
  perform limit_subusers('import_rows',
    '((select actor_accounts()) is null or exists (select from imports i where i.import_id = import_rows.import_id))',
    array['accounts:read', 'subjects:read', 'bills:read'], array['accounts:write', 'subjects:write', 'bills:write']);
  -- What the provider pays out and the daily match are the whole office's.
  foreach target in array array['provider_accounts', 'provider_movements', 'reconciliation_runs', 'reconciliation_days',
    'reconciliation_items', 'reconciled_days'] loop
    perform limit_subusers(target::regclass, '(select actor_accounts()) is null', array['payments:read'], array['payments:write']);
  end loop;
  -- The office itself: everybody knows whom they work for and with; what each may is their own and the office's affair.
  perform limit_subusers('customers', 'true', null, array['office:write']);
  perform limit_subusers('users', 'true', null, array['office:write']);
  foreach target in array array['user_permissions', 'user_accounts'] loop
    perform limit_subusers(target::regclass, 'true', array['office:read'], array['office:write']);
  end loop;
end $$;

-- The audit log is told by section; what belongs to one condominium to those who see it.
create function section_of(noun text) returns text language sql immutable parallel safe
  return case
    when noun in ('accounts', 'units', 'weight_tables', 'iban_changes') then 'accounts'
    when noun in ('subjects', 'right_holders') then 'subjects'
    when noun in ('bills', 'budgets', 'reminders', 'plans') then 'bills'
    when noun in ('payments', 'refunds', 'payment_allocations') then 'payments'
    when noun in ('payment_sources', 'debits') then 'debits'
    when noun = 'documents' then 'documents'
    else 'office'
  end;
create policy limited_read on audit_log as restrictive for select to saldo_subuser using (
  (select string_to_array(current_setting('saldo.permissions', true), ',')) @> array[section_of(noun) || ':read']
  and ((select actor_accounts()) is null or account_id = any ((select actor_accounts())::bigint[])));

select keep_audit('user_permissions', 'users', 'user_id', 'section');
select keep_audit('user_accounts', 'users', 'user_id', 'account_id');

-- What a user may, for whoever opens a session: null for all who are not sub-users.
create function permissions_of(of_user_id bigint) returns text language sql stable security definer set search_path = public
begin atomic
  select case when u.is_subuser then coalesce(
    (select string_agg(p.section || ':read' || case when p.level = 'write' then ',' || p.section || ':write' else '' end, ',')
     from user_permissions p where p.user_id = u.user_id), '') end
  from users u where u.user_id = of_user_id;
end;
create function accounts_of(of_user_id bigint) returns text language sql stable security definer set search_path = public
begin atomic
  select case when not u.all_accounts then
    (select coalesce(array_agg(a.account_id), '{}')::text from user_accounts a where a.user_id = u.user_id) end
  from users u where u.user_id = of_user_id;
end;
revoke execute on function permissions_of, accounts_of from public;
grant execute on function permissions_of, accounts_of to saldo_server;

drop function become_session(bytea, bigint);
drop function find_session(bytea);
create function find_session(token bytea)
  returns table (session_id bigint, user_id bigint, customer_id bigint, role text, permissions text, accounts text)
  language sql stable security definer set search_path = public
begin atomic
  select s.session_id, u.user_id, u.customer_id,
    case
      when u.flag_super_user then 'super_user'
      when u.customer_id is null then 'consumer'
      when c.is_store then 'store'
      when c.state = '1' then 'customer'
      else 'awaiting'
    end,
    case when u.is_subuser then permissions_of(u.user_id) end,
    case when not u.all_accounts then accounts_of(u.user_id) end
  from access_tokens t
  join sessions s on s.session_id = t.session_id and s.revoked_at is null
  join users u on u.user_id = s.user_id
  left join customers c on c.customer_id = u.customer_id
  where t.token_hash = token and t.expires_at > now();
end;
revoke execute on function find_session from public;
grant execute on function find_session to saldo_server;

-- Limits of a sub-user for this transaction; empty permissions are none, no setting at all is no sub-user.
create function limit_actor(permissions text, accounts text) returns void language plpgsql as $$
begin
  perform set_config('saldo.permissions', permissions, true), set_config('saldo.accounts', coalesce(accounts, ''), true),
    set_config('role', 'saldo_subuser', true);
end $$;

/* Turns this transaction into the session's user. A super user who has chosen a customer sees what that customer
   sees, a sub-user what was granted. No row: the token is unknown, expired or revoked, and the transaction stays
   saldo_server, which sees nothing. `permissions`, and whether they see some condominiums only: of a sub-user alone. */
create function become_session(token bytea, chosen_customer_id bigint)
  returns table (session_id bigint, user_id bigint, customer_id bigint, role text, permissions text, sees_some boolean)
  language plpgsql as $$
declare
  found_session record;
begin
  select * into found_session from find_session(token);
  if not found then
    return;
  end if;
  session_id := found_session.session_id;
  user_id := found_session.user_id;
  role := found_session.role;
  permissions := found_session.permissions;
  sees_some := found_session.accounts is not null;
  customer_id := case when role = 'super_user' then chosen_customer_id else found_session.customer_id end;
  perform enter(
    case
      when role = 'consumer' then 'saldo_consumer'
      when role = 'super_user' and customer_id is null then 'saldo_super'
      else 'saldo_customer'
    end, customer_id, user_id, null);
  if permissions is not null then
    perform limit_actor(permissions, found_session.accounts);
  end if;
  return next;
end $$;

/* Turns this transaction into a customer's user, for a job that goes on with what they began: limited as they are now.
   A super user who acted for the customer, or one who has gone, is the customer. */
create function become_user(of_customer_id bigint, of_user_id bigint) returns void language plpgsql as $$
declare
  permissions text := permissions_of(of_user_id);
  accounts text := accounts_of(of_user_id);
begin
  perform enter('saldo_customer', of_customer_id, of_user_id, null);
  if permissions is not null then
    perform limit_actor(permissions, accounts);
  end if;
end $$;
