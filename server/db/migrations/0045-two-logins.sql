/* Requests and jobs sign in as different logins. The login of the requests, saldo_server, may no longer become the system:
   whoever smuggled a statement into a request's query could take that role, which sees the rows of all customers. Jobs, and
   the acts that no actor can do, sign in as saldo_worker (server/services.ts; decision 0020).

   Roles are named after their database: migrate() writes its prefix in place of saldo_ (server/db/role-names.ts). */
do $$
begin
  if not exists (select from pg_roles where rolname = 'saldo_worker') then
    create role saldo_worker login noinherit;
  end if;
end $$;
grant usage on schema public to saldo_worker;
grant saldo_system, saldo_customer, saldo_subuser to saldo_worker with inherit false, set true;
revoke saldo_system from saldo_server;
-- become_user() reads them, before the role changes.
grant execute on function permissions_of, accounts_of to saldo_worker;

/* Sets the actor and the role for the rest of the transaction. The role is given by its name in the migrations, such as
   saldo_customer, whatever its name in this database is: the last word counts. */
create or replace function enter(role text, customer_id bigint, user_id bigint, bill_id bigint) returns void language plpgsql as $$
begin
  perform set_config('saldo.customer_id', coalesce(customer_id::text, ''), true),
          set_config('saldo.user_id', coalesce(user_id::text, ''), true),
          set_config('saldo.bill_id', coalesce(bill_id::text, ''), true),
          set_config('role', left('saldo_server', -length('server')) || regexp_replace(role, '^.*_', ''), true);
  if customer_id is not null then
    perform forget_plans_of_others();
  end if;
end $$;

-- Whether the actor is a sub-user. Queries of the server ask this, because they do not know the names of the roles.
create or replace function is_subuser() returns boolean language sql stable parallel safe
  return current_user = 'saldo_subuser';
