/* Importing the registry: condominiums, units, people, their rights, weights and the balances of the year before. Bills and
   registry share imports and import_rows; what differs is how rows are read, matched and written. */
alter table imports
  add column kind text not null default 'bills' check (kind in ('bills', 'registry')),
  drop constraint imports_state_check,
  add constraint imports_state_check check (
    state in ('reading', 'refused', 'to_check', 'writing', 'done', 'failed', 'discarded', 'undone'));
create index imports_by_kind on imports (customer_id, kind, import_id);

alter table import_rows
  add column unit_id bigint,
  add column unit_key text,
  add column right_holder_id bigint,
  -- Its opening balance is still to be written.
  add column opening boolean not null default false,
  drop constraint import_rows_status_check,
  add constraint import_rows_status_check check (status in ('new', 'changed', 'warning', 'same', 'error', 'left_out'));

-- What an import has brought, to take it away again.
alter table accounts add column import_id bigint;
alter table subjects add column import_id bigint;
create index accounts_by_import on accounts (import_id) where import_id is not null;
create index subjects_by_import on subjects (import_id) where import_id is not null;

/* What an import changes of records that are there: found when it is checked, so that what is shown is what is written, and
   kept, so that it can be undone. `row_id`: the first row that speaks of the record. Of weights the record is the unit. */
create table import_changes (
  customer_id bigint not null,
  import_id bigint not null,
  noun text not null check (noun in ('subjects', 'units', 'right_holders', 'weights')),
  record_id bigint not null,
  row_id bigint not null,
  before jsonb not null,
  after jsonb not null,
  primary key (import_id, noun, record_id),
  foreign key (customer_id, import_id) references imports (customer_id, import_id) on delete cascade
);
create index import_changes_by_row on import_changes (customer_id, import_id, row_id);
select protect('import_changes', 'select, insert, update, delete');
select limit_subusers('import_changes',
  '((select actor_accounts()) is null or exists (select from imports i where i.import_id = import_changes.import_id))',
  array['accounts:read', 'subjects:read', 'bills:read'], array['accounts:write', 'subjects:write', 'bills:write']);

-- What a customer said that the columns of a sheet mean; found again by the sheet's headers.
create table import_mappings (
  customer_id bigint not null references customers,
  kind text not null check (kind in ('bills', 'registry')),
  fingerprint text not null,
  -- Index of the column → field, null where the column is left out.
  fields jsonb not null,
  kept_at timestamptz not null default now(),
  primary key (customer_id, kind, fingerprint)
);
select protect('import_mappings', 'select, insert, update');
select limit_subusers('import_mappings', 'true', null, array['accounts:write', 'bills:write']);

/* What somebody brought from the year before in a unit, in cents, negative what they owed: once. What was owed became a
   bill, what was in credit their credit with the condominium. */
create table opening_balances (
  customer_id bigint not null,
  account_id bigint not null,
  unit_id bigint not null,
  subject_id bigint not null,
  right_kind text not null,
  amount bigint not null check (amount <> 0),
  import_id bigint not null,
  primary key (unit_id, subject_id, right_kind),
  foreign key (customer_id, account_id, unit_id) references units (customer_id, account_id, unit_id) on delete cascade,
  foreign key (customer_id, subject_id) references subjects (customer_id, subject_id)
);
create index opening_balances_by_account on opening_balances (customer_id, account_id, unit_id);
create index opening_balances_by_subject on opening_balances (customer_id, subject_id);
create index opening_balances_by_import on opening_balances (import_id);
select protect('opening_balances', 'select, insert, delete');
select limit_subusers_of('bills', 'opening_balances',
  '((select actor_accounts()) is null or account_id = any ((select actor_accounts())::bigint[]))');

/* Removes those records of an import to which nothing refers. Which tables might is read from the constraints, so that a
   table still to come is asked too. */
create function remove_unreferenced(target regclass, key text, of_import_id bigint) returns void language plpgsql as $$
declare
  nothing_refers text;
begin
  select coalesce(string_agg(format('and not exists (select from %s r where %sr.%I = t.%I)', c.conrelid::regclass,
      case when cardinality(c.conkey) > 1 then 'r.customer_id = t.customer_id and ' else '' end, theirs.attname, key), ' '), '')
  into nothing_refers
  from pg_constraint c
  join pg_attribute ours on ours.attrelid = target and ours.attname = key
  join pg_attribute theirs on theirs.attrelid = c.conrelid
    and theirs.attnum = c.conkey[array_position(c.confkey, ours.attnum)]
  where c.contype = 'f' and c.confrelid = target and ours.attnum = any (c.confkey);
  execute format('delete from %s t where t.import_id = $1 %s', target, nothing_refers) using of_import_id;
end $$;
revoke execute on function remove_unreferenced from public;

/* The part of undoing an import that no customer may do by themselves: its bills go, and the condominiums and people that
   it brought and that nobody else needs. Whether anything was built on them is asked before, by the act. */
create function remove_imported(of_import_id bigint) returns void language plpgsql security definer set search_path = public as $$
begin
  if not exists (select from imports i where i.import_id = of_import_id and i.kind = 'registry'
      and (actor_customer_id() is null or i.customer_id = actor_customer_id())) then
    return;
  end if;
  delete from bills where import_id = of_import_id;
  perform remove_unreferenced('subjects', 'subject_id', of_import_id);
  perform remove_unreferenced('accounts', 'account_id', of_import_id);
end $$;
revoke execute on function remove_imported from public;
grant execute on function remove_imported to saldo_customer, saldo_super;
