/* Roles and row-level security. Every request runs its transaction as one of the roles below, and row-level security
   decides what that role sees. The server signs in as saldo_server, which owns nothing and sees nothing: it may only become
   another role.

   saldo_anonymous   a visitor
   saldo_link        the holder of a link to one bill
   saldo_consumer    a resident
   saldo_customer    a user of a customer's office, or a super user who works for that customer
   saldo_subuser     a user of the office with fewer rights: a saldo_customer under restrictive policies
   saldo_super       a super user of the back office who has chosen no customer
   saldo_system      jobs, webhooks and sign-in */

create extension if not exists unaccent;
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- Roles belong to the whole PostgreSQL cluster, so another database may have created them already.
do $$
declare
  name text;
begin
  if not exists (select from pg_roles where rolname = 'saldo_server') then
    create role saldo_server login noinherit;
  end if;
  foreach name in array array[
    'saldo_anonymous', 'saldo_link', 'saldo_consumer', 'saldo_customer', 'saldo_subuser', 'saldo_super', 'saldo_system'
  ] loop
    if not exists (select from pg_roles where rolname = name) then
      execute format('create role %I nologin', name);
    end if;
    execute format('grant %I to saldo_server with inherit false, set true', name);
    execute format('grant usage on schema public to %I', name);
  end loop;
  grant saldo_customer to saldo_subuser with inherit true;
end $$;

revoke all on schema public from public;
grant usage on schema public to saldo_server;

-- The actor of this transaction, as enter() and become_session() set it. Unset means null, and null matches no row.
create function actor_customer_id() returns bigint language sql stable parallel safe
  return nullif(current_setting('saldo.customer_id', true), '')::bigint;
create function actor_user_id() returns bigint language sql stable parallel safe
  return nullif(current_setting('saldo.user_id', true), '')::bigint;
create function actor_bill_id() returns bigint language sql stable parallel safe
  return nullif(current_setting('saldo.bill_id', true), '')::bigint;

-- Sets the actor and the role for the rest of the transaction.
create function enter(role text, customer_id bigint, user_id bigint, bill_id bigint) returns void language plpgsql as $$
begin
  perform set_config('saldo.customer_id', coalesce(customer_id::text, ''), true),
          set_config('saldo.user_id', coalesce(user_id::text, ''), true),
          set_config('saldo.bill_id', coalesce(bill_id::text, ''), true),
          set_config('role', role, true);
end $$;

-- Whether the sub-user has any of these permissions (`section:level`). Null for everybody else.
create function actor_may(any_of text[]) returns boolean language sql stable parallel safe
  return string_to_array(current_setting('saldo.permissions', true), ',') && any_of;
-- The condominiums that the sub-user sees. Null: all of the customer's.
create function actor_accounts() returns bigint[] language sql stable parallel safe
  return nullif(current_setting('saldo.accounts', true), '')::bigint[];
create function actor_sees_account(of_account_id bigint) returns boolean language sql stable parallel safe
  return actor_accounts() is null or of_account_id = any (actor_accounts());

-- Limits the transaction to a sub-user. An empty text means no permission at all.
create function limit_actor(permissions text, accounts text) returns void language plpgsql as $$
begin
  perform set_config('saldo.permissions', permissions, true), set_config('saldo.accounts', coalesce(accounts, ''), true),
    set_config('role', 'saldo_subuser', true);
end $$;

/* Puts a table under row-level security. The owner, the system and a super user without a chosen customer see all rows; a
   customer sees its own and may do what `customer_may` lists. Policies for residents and link holders are written beside
   their tables. A role that may insert may also take the next id from the sequence, before it writes the row. */
create function protect(target regclass, customer_may text) returns void language plpgsql as $$
declare
  id_sequence regclass := (
    select s.oid from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S'
    where d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass and d.refobjid = target);
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy owner on %s to %I using (true) with check (true)', target, current_user);
  execute format('create policy system on %s to saldo_system using (true) with check (true)', target);
  execute format('create policy super_user on %s to saldo_super using (true) with check (true)', target);
  execute format('grant select, insert, update, delete on %s to saldo_system, saldo_super', target);
  if customer_may <> '' then
    execute format(
      'create policy customer on %s to saldo_customer using (customer_id = actor_customer_id())
         with check (customer_id = actor_customer_id())', target);
    execute format('grant %s on %s to saldo_customer', customer_may, target);
  end if;
  if id_sequence is not null then
    execute format('grant usage on sequence %s to saldo_system, saldo_super', id_sequence);
    if customer_may like '%insert%' then
      execute format('grant usage on sequence %s to saldo_customer', id_sequence);
    end if;
  end if;
end $$;

-- Protects tables that only the system may read: credentials, tokens, and everything else that proves an identity.
create function protect_secrets(target regclass) returns void language plpgsql as $$
begin
  perform protect(target, '');
  execute format('revoke all on %s from saldo_super', target);
end $$;

-- Protects rows that belong to one user and that no other user sees, not even a super user.
create function protect_personal(target regclass, everybody_may text) returns void language plpgsql as $$
begin
  perform protect(target, '');
  execute format('revoke all on %s from saldo_super', target);
  execute format('drop policy super_user on %s', target);
  execute format('create policy oneself on %s to saldo_super, saldo_customer, saldo_consumer
    using (user_id = actor_user_id()) with check (user_id = actor_user_id())', target);
  execute format('grant %s on %s to saldo_super, saldo_customer, saldo_consumer', everybody_may, target);
end $$;

-- The sections on which a sub-user has permissions: the only list in SQL. domain/section.ts has the same one; a test compares.
create function every_section() returns text[] language sql immutable parallel safe
  return array['accounts', 'subjects', 'bills', 'payments', 'debits', 'documents', 'office'];
-- The sections that show what people owe and pay.
create function money_sections() returns text[] language sql immutable parallel safe
  return array['bills', 'payments', 'debits'];
create function permissions(level text, of_sections text[]) returns text[] language sql immutable parallel safe
  return array(select s || ':' || level from unnest(of_sections) s);

/* Restricts sub-users on a table. `seen`: the rows they may see at all, as a condition on the table's columns. `read` and
   `write`: the sections of which a permission on one is needed to read or to change; `read` null leaves reading
   unrestricted. */
create function limit_subusers(target regclass, seen text, read text[], write text[]) returns void language plpgsql as $$
declare
  may_read text := format('(select actor_may(%L))', permissions('read', read));
  may_write text := format('(select actor_may(%L))', permissions('write', write));
begin
  if not (coalesce(read, '{}') || write) <@ every_section() then
    raise exception '%: no such section among %', target, coalesce(read, '{}') || write;
  end if;
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

-- Two usual conditions for `seen`: the row's condominium is visible to the sub-user, or its parent row is.
create function by_account() returns text language sql immutable
  return '((select actor_accounts()) is null or account_id = any ((select actor_accounts())::bigint[]))';
create function by_parent(target regclass, parent regclass, key text) returns text language sql stable
  return format('((select actor_accounts()) is null or exists (select from %1$s p where p.%2$I = %3$s.%2$I))',
    parent, key, target);

/* The same for the usual conditions. `sections` read and write; `read`, where given, are the sections that read. Names are
   read by every section, money by those that show money. The manifests declare which section reads which table. */

-- The rows of the condominiums that the sub-user sees, for a table that has account_id.
create function limit_subusers_by_account(target regclass, sections text[], read text[] default null) returns void language sql
begin atomic
  select limit_subusers(target, by_account(), coalesce(read, sections), sections);
end;

-- The rows whose parent the sub-user sees: the parent's own policies decide.
create function limit_subusers_by_parent(target regclass, parent regclass, key text, sections text[], read text[] default null)
  returns void language sql
begin atomic
  select limit_subusers(target, by_parent(target, parent, key), coalesce(read, sections), sections);
end;

-- The rows of the whole office: sub-users who see some condominiums only see none.
create function limit_subusers_by_office(target regclass, sections text[]) returns void language sql
begin atomic
  select limit_subusers(target, '(select actor_accounts()) is null', sections, sections);
end;

-- Sets updated_at on every update.
create function touch() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end $$;

/* Tells the open screens that something changed, but not what: each screen refetches as its own user. `noun` is what the
   screens listen to. */
create function tell_live() returns trigger language plpgsql as $$
begin
  perform pg_notify('saldo_live', json_build_object('noun', tg_argv[0], 'customer_id', c.customer_id)::text)
  from (select distinct customer_id from changed) c;
  return null;
end $$;

create function keep_live(target regclass, noun text, events text[] default array['insert', 'update'])
  returns void language plpgsql as $$
declare
  event text;
begin
  foreach event in array events loop
    execute format('create trigger live_%s after %s on %s referencing %s table as changed
      for each statement execute function tell_live(%L)',
      event, event, target, case event when 'delete' then 'old' else 'new' end, noun);
  end loop;
end $$;

-- Folds case, accents and apostrophes, so that searches find all spellings.
create function fold(raw text) returns text language sql immutable parallel safe
  return regexp_replace(
    lower(public.unaccent('public.unaccent', translate(coalesce(raw, ''), '’‘´`', ''''''''''))),
    '[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g');

-- Business days are Rome's.
create function today() returns date language sql stable parallel safe
  return (now() at time zone 'Europe/Rome')::date;
