-- Who may see what. Each request's transaction runs as one of these roles; tables answer to them alone.
-- The server signs in as saldo_server, which owns nothing, sees nothing and may only become one of the others.

create extension if not exists unaccent;
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

do $$
declare
  name text;
begin
  if not exists (select from pg_roles where rolname = 'saldo_server') then
    create role saldo_server login noinherit;
  end if;
  foreach name in array array[
    'saldo_anonymous', 'saldo_link', 'saldo_consumer', 'saldo_customer', 'saldo_super', 'saldo_system'
  ] loop
    if not exists (select from pg_roles where rolname = name) then
      execute format('create role %I nologin', name);
    end if;
    execute format('grant %I to saldo_server with inherit false, set true', name);
    execute format('grant usage on schema public to %I', name);
  end loop;
end $$;

revoke all on schema public from public;
grant usage on schema public to saldo_server;

-- The actor's particulars, set for one transaction by the become_… functions. Unset means null, and null sees nothing.
create function actor_customer_id() returns bigint language sql stable parallel safe
  return nullif(current_setting('saldo.customer_id', true), '')::bigint;
create function actor_user_id() returns bigint language sql stable parallel safe
  return nullif(current_setting('saldo.user_id', true), '')::bigint;
create function actor_bill_id() returns bigint language sql stable parallel safe
  return nullif(current_setting('saldo.bill_id', true), '')::bigint;

-- Case and accents folded, apostrophes made alike: what people type when they search.
create function fold(raw text) returns text language sql immutable parallel safe
  return lower(public.unaccent('public.unaccent', translate(coalesce(raw, ''), '’‘´`', '''''''''')));

-- The business day is Rome's.
create function today() returns date language sql stable parallel safe
  return (now() at time zone 'Europe/Rome')::date;

/* Puts a table under row-level security: the system, a super user without a chosen customer and the schema's owner
   see all of it, a customer its own rows. Consumers and link holders get policies of their own where they have any. */
create function protect(target regclass, customer_may text) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy owner on %s to %I using (true) with check (true)', target, current_user);
  execute format('create policy system on %s to saldo_system using (true) with check (true)', target);
  execute format('create policy super_user on %s to saldo_super using (true) with check (true)', target);
  execute format('grant select, insert, update, delete on %s to saldo_system', target);
  execute format('grant select, insert, update, delete on %s to saldo_super', target);
  if customer_may <> '' then
    execute format(
      'create policy customer on %s to saldo_customer using (customer_id = actor_customer_id())
         with check (customer_id = actor_customer_id())', target);
    execute format('grant %s on %s to saldo_customer', customer_may, target);
  end if;
end $$;
