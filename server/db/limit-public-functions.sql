/* Run once by PostgreSQL's superuser in the database of Saldo, and again after an upgrade to a new major version: it may be
   run as often as you like. `psql -d saldo -f server/db/limit-public-functions.sql`

   PostgreSQL lets everybody call functions that change a setting, wait, lock, send notifications, end connections or run
   another text as SQL. The login of saved queries must not. Rights to these functions belong to the superuser, so the
   migrations cannot take them away. This takes all volatile functions from PUBLIC but those that only read a clock, a
   random number or a size, and gives them to the owner of the database, who passes them on to every role of Saldo except
   the login of queries (server/db/limit-queries.ts). */
do $$
declare
  owner text := (select quote_ident(r.rolname) from pg_database d join pg_roles r on r.oid = d.datdba
    where d.datname = current_database());
  -- The roles that the owner has made already: a running server keeps what it calls.
  roles text := (
    select string_agg(quote_ident(r.rolname), ', ')
    from pg_auth_members m join pg_roles r on r.oid = m.roleid
    join pg_database d on d.datdba = m.member and d.datname = current_database()
    where m.admin_option and r.rolname !~ '_query$');
  functions text := (
    select string_agg(p.oid::regprocedure::text, ', ')
    from pg_proc p
    where p.pronamespace = 'pg_catalog'::regnamespace and p.provolatile = 'v' and p.prokind = 'f'
      and (p.proacl is null or exists (select from aclexplode(p.proacl) a where a.grantee = 0))
      and p.proname not in (
        'clock_timestamp', 'timeofday', 'random', 'random_normal', 'gen_random_uuid', 'uuidv4', 'uuidv7',
        'array_sample', 'array_shuffle', 'pg_relation_size', 'pg_table_size', 'pg_indexes_size',
        'pg_total_relation_size', 'pg_database_size', 'pg_is_in_recovery'));
begin
  if functions is null then
    return;
  end if;
  execute format('grant execute on function %s to %s with grant option', functions, owner);
  if roles is not null then
    execute format('grant execute on function %s to %s', functions, roles);
  end if;
  execute format('revoke execute on function %s from public', functions);
end $$;
