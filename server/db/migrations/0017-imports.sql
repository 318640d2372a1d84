/* Imports from spreadsheets, of bills or of the registry (condominiums, units, people, their rights, weights and last year's
   balances). Both kinds share imports and import_rows; they differ in how rows are read, matched and written. */

-- One uploaded file, from reading to writing and perhaps undoing.
create table imports (
  import_id bigint generated always as identity primary key,
  customer_id bigint not null references customers,
  kind text not null default 'bills' check (kind in ('bills', 'registry')),
  created_by bigint references users on delete set null,
  account_id bigint,
  file_name text not null,
  file_path text not null,
  state text not null default 'reading' check (state in (
    'reading', 'refused', 'to_check', 'writing', 'done', 'failed', 'discarded', 'undoing', 'undone')),
  progress_done integer not null default 0,
  progress_total integer,
  refusal text,
  sheets jsonb not null default '[]',
  counts jsonb not null default '{}',
  notes jsonb not null default '[]',
  leave_out_errors boolean not null default false,
  /* The day of the opening balances: chosen by a person, and as the file's title or header proposes it. A row's own day goes
     first. */
  opening_date date,
  opening_date_proposed date,
  -- Who asked to undo it.
  undone_by bigint references users on delete set null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  foreign key (customer_id, account_id) references accounts (customer_id, account_id)
);
create unique index imports_by_key on imports (customer_id, import_id);
create index imports_by_kind on imports (customer_id, kind, import_id);
select protect('imports', 'select, insert, update');
-- A file may name any condominium, so sub-users who see only some see only their own uploads.
select limit_subusers('imports', '((select actor_accounts()) is null or created_by = (select actor_user_id()))',
  array['accounts', 'subjects', 'bills'], array['accounts', 'subjects', 'bills']);
insert into audit_nouns values ('imports', 'office');
select keep_live('imports', 'imports', array['update']);

-- A row of the file: what it says, what is wrong with it, and which records it means.
create table import_rows (
  row_id bigint generated always as identity primary key,
  customer_id bigint not null,
  import_id bigint not null,
  sheet text not null,
  row integer not null,
  status text not null check (status in ('new', 'changed', 'warning', 'same', 'error', 'left_out')),
  candidate jsonb not null,
  issues jsonb not null default '[]',
  -- The records that the row means: found when the import is checked, or made when it is written.
  account_id bigint,
  subject_id bigint,
  bill_id bigint,
  unit_id bigint,
  right_holder_id bigint,
  -- Identifies a bill within its condominium: number, or unit + due date + description.
  bill_key text,
  amount bigint,
  -- The row's opening balance is still to be written.
  opening boolean not null default false,
  -- Keys by which rows are matched, folded as the database folds names. They follow from the row, so it is written once.
  account_key text generated always as (
    coalesce('cf:' || (candidate->>'condominium_fiscal_code'), 'name:' || fold(candidate->>'condominium_name'))) stored,
  subject_key text generated always as (
    coalesce('cf:' || (candidate->>'fiscal_code'),
      'name:' || coalesce('cf:' || (candidate->>'condominium_fiscal_code'), 'name:' || fold(candidate->>'condominium_name'))
        || ':' || fold(candidate->>'holder'))) stored,
  unit_key text generated always as (
    case when candidate ? 'right_kind' then fold(candidate->>'staircase') || '/' || fold(candidate->>'unit') end) stored,
  foreign key (customer_id, import_id) references imports (customer_id, import_id) on delete cascade
);
create index import_rows_by_import on import_rows (customer_id, import_id, row_id);
create index import_rows_by_status on import_rows (customer_id, import_id, status, row_id);
create index import_rows_by_place on import_rows (import_id, sheet, row);
select protect('import_rows', 'select, insert, update, delete');
select limit_subusers('import_rows', by_parent('import_rows', 'imports', 'import_id'),
  array['accounts', 'subjects', 'bills'], array['accounts', 'subjects', 'bills']);

/* Merges what several rows say about one record. Pass the last row first: then each field has the value of the first row
   that fills it. */
create aggregate all_said(jsonb) (sfunc = jsonb_concat, stype = jsonb, parallel = safe);

/* The changes that an import makes to existing records. They are computed when the import is checked, so that the preview
   shows exactly what is written, and stored, so that the import can be undone. `row_id`: the first row about the record.
   For weights the record is the unit. */
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
select limit_subusers('import_changes', by_parent('import_changes', 'imports', 'import_id'),
  array['accounts', 'subjects', 'bills'], array['accounts', 'subjects', 'bills']);

-- The customer's choice of fields for a sheet's columns; found again by the sheet's headers.
create table import_mappings (
  customer_id bigint not null references customers,
  kind text not null check (kind in ('bills', 'registry')),
  fingerprint text not null,
  -- Index of the column → field. Null: the column is left out.
  fields jsonb not null,
  kept_at timestamptz not null default now(),
  primary key (customer_id, kind, fingerprint)
);
select protect('import_mappings', 'select, insert, update');
select limit_subusers('import_mappings', 'true', null, array['accounts', 'bills']);

/* A person's balance from the year before in a unit, imported once, in cents, negative when owed. A debt became a bill, a
   credit became the person's credit with the condominium. */
create table opening_balances (
  customer_id bigint not null,
  account_id bigint not null,
  unit_id bigint not null,
  subject_id bigint not null,
  right_kind text not null,
  day date not null,
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
-- Every section reads it, because a user who removes a unit must see that it has an opening balance.
select limit_subusers_by_account('opening_balances', array['bills'], read => every_section());

/* Deletes the records of an import to which nothing refers. It reads from the constraints which tables might refer to them, so
   that later tables are checked too. */
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

/* The part of undoing a registry import that no customer may do directly, one kind of record at a time, so that its
   progress can be shown. On the import's own day its bills are deleted completely; on a later day, or when their day lies
   in a closed period, they are cancelled and stay, and the ledger reverses them today. Then the people and condominiums are
   deleted that the import created and that no other record needs. The caller has checked that no later record depends on
   the import. */
create function remove_imported(of_import_id bigint, what text) returns void
  language plpgsql security definer set search_path = public as $$
declare
  written_on date;
begin
  select (i.finished_at at time zone 'Europe/Rome')::date into written_on
  from imports i where i.import_id = of_import_id and i.kind = 'registry'
    and (actor_customer_id() is null or i.customer_id = actor_customer_id());
  if not found then
    return;
  end if;
  case what
    when 'bills' then
      if written_on = today() then
        with books as materialized (
          select a.account_id, books_closed_to(a.customer_id, a.account_id) as closed_to
          from accounts a where a.account_id in (select account_id from bills where import_id = of_import_id)
        )
        delete from bills b using books k
        where b.import_id = of_import_id and k.account_id = b.account_id
          and b.issue_date > coalesce(k.closed_to, '-infinity'::date);
      end if;
      update bills set status = 'cancelled', updated_at = now() where import_id = of_import_id and status = 'issued';
    when 'subjects' then
      -- A credit of zero does not prevent the deletion of its person.
      delete from subject_credits c using subjects s
      where s.import_id = of_import_id and c.customer_id = s.customer_id and c.subject_id = s.subject_id and c.balance = 0;
      perform remove_unreferenced('subjects', 'subject_id', of_import_id);
    when 'accounts' then
      perform remove_unreferenced('accounts', 'account_id', of_import_id);
  end case;
end $$;
revoke execute on function remove_imported from public;
grant execute on function remove_imported to saldo_customer, saldo_super;
