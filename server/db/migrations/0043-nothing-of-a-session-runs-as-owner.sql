/* What runs as the owner uses only what the owner made. A function that runs as the owner (security definer) looked for
   tables in the temporary schema of the session first: whoever could make a temporary table there, with a trigger, had the
   trigger run as the owner. Now such a function looks there last, and the server's roles make no temporary tables:
   server/db/forbid-temporary-tables.ts takes that right away at each start. Each migration that makes such a function sets
   the same search path; server/db/definer-functions.test.ts compares. */
do $$
declare
  target regprocedure;
begin
  for target in
    select p.oid from pg_proc p
    where p.prosecdef and p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  loop
    execute format('alter routine %s set search_path = pg_catalog, public, pg_temp', target);
  end loop;
end $$;

/* Makes one of these empty temporary tables, for the rest of the transaction. Acts that write many rows keep ids and
   figures there. The table is the owner's: its user reads and writes rows, and can add no trigger, rule or column. */
create function make_work_table(called text) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  columns text := case called
    -- Imports: the ids of new records by the keys of the rows, and the bills to write.
    when 'new_accounts' then 'account_key text primary key, account_id bigint not null'
    when 'new_subjects' then 'subject_key text not null, subject_id bigint not null'
    when 'new_units' then 'account_id bigint not null, unit_key text not null, unit_id bigint not null'
    when 'new_bills' then
      'row_id bigint not null,
       bill_id bigint not null default nextval(pg_get_serial_sequence(''public.bills'', ''bill_id'')),
       account_id bigint not null, subject_id bigint not null, number text, given_number text, description text not null,
       unit text, issue_date date not null, due_date date not null, amount bigint not null, import_key text'
    when 'written_rows' then
      'row_id bigint not null, account_id bigint not null, subject_id bigint not null, unit_id bigint not null,
       right_kind text not null, right_is_new boolean not null, opening boolean not null, amount bigint not null,
       opening_day date, weights jsonb, weights_add boolean not null'
    -- Payouts: the lines of one, with their payments.
    when 'held' then
      'at timestamptz, movement_id text, type text, day date, amount bigint, fee bigint, customer_id bigint,
       account_id bigint, payment_id bigint, class text, went_on boolean, payment_intent text, charge_id text'
    -- Reconciliation: the objects compared, the differences found, the days concerned.
    when 'compared' then 'customer_id bigint, payment_id bigint, class text'
    when 'found' then
      'object text, kind text, class text, day date, customer_id bigint, account_id bigint, payment_id bigint,
       movement_id text, provider_object text, provider_amount bigint, our_amount bigint, ledger_amount bigint,
       difference bigint'
    when 'days' then 'day date'
  end;
begin
  if columns is null then
    raise exception 'there is no work table %', coalesce(called, 'null');
  end if;
  execute format('drop table if exists pg_temp.%I', called);
  execute format('create temporary table %I (%s) on commit drop', called, columns);
  execute format('grant select, insert, update, delete on pg_temp.%I to saldo_customer, saldo_super, saldo_system', called);
end $$;
revoke execute on function make_work_table from public;
grant execute on function make_work_table to saldo_customer, saldo_super, saldo_system;

-- Gives the planner the statistics of a work table that was filled.
create function analyze_work_table(called text) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  execute format('analyze pg_temp.%I', called);
end $$;
revoke execute on function analyze_work_table from public;
grant execute on function analyze_work_table to saldo_customer, saldo_super, saldo_system;
