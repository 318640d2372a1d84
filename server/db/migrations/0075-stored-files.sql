/* Every file in the store: whose it is, which record names it, and what became of it. Triggers of keep_files write the rows in
   the transaction that names the file, so that none is missing; a job compares them with the disk. A row stays when its
   record or its content is gone: who downloaded it, and who deleted it, can still be asked. */
create table stored_files (
  file_id bigint generated always as identity primary key,
  customer_id bigint not null references customers,
  -- The words are in domain/files/file-kind.ts.
  kind text not null,
  -- The row that names it. No foreign key: the record may go, and the file's history stays.
  record_table text not null,
  record_id bigint not null,
  -- Its name in the store, which nobody can guess.
  path text not null unique,
  name text not null,
  -- Null: the record does not say; a preview looks at the content anyway.
  mime text,
  -- Null: not known before the next comparison with the disk.
  bytes bigint check (bytes >= 0),
  scan text not null default 'not_scanned'
    check (scan in ('made_here', 'clean', 'waiting', 'not_scanned', 'infected', 'failed')),
  stored_by bigint references users on delete set null,
  stored_at timestamptz not null default now(),
  tags text[] not null default '{}' check (cardinality(tags) <= 20),
  -- The last day on which it is kept. Null: as the rule of its kind says.
  keep_until date,
  -- A legal hold: nobody deletes it, and no rule.
  hold_reason text,
  -- When a comparison did not find it on the disk. Null: it was there, or was not looked for yet.
  missing_since timestamptz,
  removed_at timestamptz,
  removed_how text check (removed_how in ('person', 'retention', 'record', 'infected')),
  removed_by bigint references users on delete set null,
  -- The name of who deleted it.
  remover text,
  removed_reason text,
  folded text not null generated always as (fold(name)) stored,
  constraint removed_in_some_way check ((removed_at is null) = (removed_how is null)),
  constraint people_give_a_reason check (removed_how is distinct from 'person' or removed_reason is not null and remover is not null)
);
create unique index stored_files_by_key on stored_files (customer_id, file_id);
create index stored_files_by_date on stored_files (stored_at, file_id);
create index stored_files_by_customer on stored_files (customer_id, stored_at, file_id);
create index stored_files_by_bytes on stored_files (coalesce(bytes, 0), file_id);
create index stored_files_by_kind on stored_files (kind, stored_at, file_id);
create index stored_files_by_record on stored_files (record_table, record_id);
create index stored_files_by_tag on stored_files using gin (tags);
create index stored_files_by_text on stored_files using gin (folded gin_trgm_ops);
select protect('stored_files', '');
insert into audit_nouns values ('files', 'documents');

-- A legal hold is kept by the database: neither an act, nor a rule, nor the deletion of the record gets past it.
create function hold_is_kept() returns trigger language plpgsql as $$
begin
  raise exception 'the file % is on hold', old.file_id using errcode = '23514', constraint = 'hold_is_kept';
end $$;
create trigger hold_is_kept before update of removed_at on stored_files for each row
  when (old.removed_at is null and new.removed_at is not null and new.removed_how <> 'infected'
    and new.hold_reason is not null)
  execute function hold_is_kept();

-- Who was given a stored file, when and how. Nobody changes a row.
create table file_downloads (
  download_id bigint generated always as identity primary key,
  customer_id bigint not null references customers,
  file_id bigint not null references stored_files,
  -- download: as a file; preview: shown in the product; handover: inside the ZIP of a condominium.
  how text not null check (how in ('download', 'preview', 'handover')),
  user_id bigint references users on delete set null,
  actor text not null,
  -- A super user who worked for the customer, or the back office itself.
  by_super_user boolean not null default false,
  address inet,
  -- Why a file was taken that the virus scanner had not passed.
  reason text,
  at timestamptz not null default now()
);
create index file_downloads_by_file on file_downloads (file_id, at, download_id);
create index file_downloads_by_customer on file_downloads (customer_id, at, download_id);
select protect('file_downloads', '');
revoke insert, update, delete on file_downloads from saldo_super, saldo_system;

-- How many days files of a kind are kept. No row, or null: for ever, unless a person set a day for one file.
create table file_rules (
  file_rule_id bigint generated always as identity primary key,
  kind text not null unique,
  keep_days integer check (keep_days between 1 and 36500),
  updated_by bigint references users on delete set null,
  updated_at timestamptz not null default now()
);
select protect('file_rules', '');
insert into audit_nouns values ('file_rules', 'office');

-- Files on the disk that no row names: counted and shown, never deleted by themselves.
create table orphan_files (
  path text primary key,
  bytes bigint not null,
  written_at timestamptz not null,
  found_at timestamptz not null default now()
);
select protect('orphan_files', '');

-- The latest comparison with the disk: one row.
create table file_checks (
  only_one boolean primary key default true check (only_one),
  checked_at timestamptz not null,
  on_disk integer not null,
  missing integer not null
);
select protect('file_checks', '');

/* A trigger's arguments: kind, key column, column of the path, then those of name, type, bytes, scan and author, empty if the
   table has none. A table with a direction has two kinds. */
create function register_file() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  is_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  old_path text := was ->> tg_argv[2];
  new_path text := is_now ->> tg_argv[2];
  file_kind text := tg_argv[0] || coalesce('_' || (is_now ->> 'direction'), '');
begin
  if old_path is not null and old_path is distinct from new_path then
    update stored_files set removed_at = now(), removed_how = 'record' where path = old_path and removed_at is null;
  end if;
  -- One that is still being written is none yet.
  if new_path is null or is_now ->> tg_argv[5] = '0' then
    return null;
  end if;
  insert into stored_files as f (customer_id, kind, record_table, record_id, path, name, mime, bytes, scan, stored_by)
  values ((is_now ->> 'customer_id')::bigint, file_kind, tg_table_name, (is_now ->> tg_argv[1])::bigint, new_path,
    coalesce(is_now ->> tg_argv[3], 'Senza nome'), is_now ->> tg_argv[4], (is_now ->> tg_argv[5])::bigint,
    coalesce(is_now ->> tg_argv[6], case when file_kind like '%\_out' then 'made_here' else 'not_scanned' end),
    coalesce((is_now ->> tg_argv[7])::bigint, actor_user_id()))
  on conflict (path) do update set name = excluded.name, mime = excluded.mime, bytes = coalesce(excluded.bytes, f.bytes),
    scan = case when tg_argv[6] = '' then f.scan else excluded.scan end;
  if is_now ->> tg_argv[6] = 'infected' then
    update stored_files set removed_at = now(), removed_how = 'infected' where path = new_path and removed_at is null;
  end if;
  return null;
end $$;
revoke execute on function register_file from public;

-- Registers the files that a table names, those that are there already too. server/features/files/everything-stored.test.ts compares with the manifests.
create function keep_files(target regclass, kind text, key text, path text, name text, mime text, bytes text, scan text, author text)
  returns void language plpgsql as $$
declare
  given text := (select string_agg(quote_literal(a), ', ') from unnest(array[kind, key, path, name, mime, bytes, scan, author]) a);
  watched text := (select string_agg(quote_ident(a), ', ') from unnest(array[path, name, mime, bytes, scan]) a where a <> '');
begin
  execute format('create trigger register_file after insert on %s for each row execute function register_file(%s)', target, given);
  execute format('create trigger register_file_update after update of %s on %s for each row execute function register_file(%s)', watched, target, given);
  execute format('create trigger register_file_delete after delete on %s for each row execute function register_file(%s)', target, given);
end $$;

select keep_files('documents', 'document', 'document_id', 'file_path', 'file_name', 'mime', 'size', 'scan', 'uploaded_by');
select keep_files('mandates', 'mandate_scan', 'mandate_id', 'scan_path', 'scan_name', 'scan_mime', '', '', '');
select keep_files('flows', 'flow', 'flow_id', 'file_path', 'file_name', '', 'file_bytes', '', 'created_by');
select keep_files('imports', 'import', 'import_id', 'file_path', 'file_name', '', '', '', 'created_by');
select keep_files('office_logos', 'logo', 'logo_id', 'logo_path', 'file_name', 'mime', 'bytes', '', 'created_by');
select keep_files('handovers', 'handover', 'handover_id', 'file_path', 'file_name', '', 'file_bytes', '', 'created_by');

insert into stored_files (customer_id, kind, record_table, record_id, path, name, mime, bytes, scan, stored_by, stored_at, removed_at, removed_how)
select customer_id, 'document', 'documents', document_id, file_path, file_name, mime, size, scan, uploaded_by, created_at,
  case when scan = 'infected' then now() end, case when scan = 'infected' then 'infected' end
from documents
union all
select customer_id, 'mandate_scan', 'mandates', mandate_id, scan_path, scan_name, scan_mime, null, 'not_scanned', null, created_at, null, null
from mandates where scan_path is not null
union all
select customer_id, 'flow_' || direction, 'flows', flow_id, file_path, file_name, null, file_bytes,
  case direction when 'out' then 'made_here' else 'not_scanned' end, created_by, created_at, null, null
from flows where file_bytes > 0
union all
select customer_id, 'import', 'imports', import_id, file_path, file_name, null, null, 'not_scanned', created_by, created_at, null, null
from imports
union all
select customer_id, 'handover_' || direction, 'handovers', handover_id, file_path, file_name, null, file_bytes,
  case direction when 'out' then 'made_here' else 'not_scanned' end, created_by, created_at, null, null
from handovers where file_path is not null
union all
select customer_id, 'logo', 'office_logos', logo_id, logo_path, file_name, mime, bytes, 'not_scanned', created_by, created_at, null, null
from office_logos
on conflict (path) do nothing;

/* Notes in file_downloads that the actor of this transaction is given a file, and says if it was removed, or has a virus and
   is taken for no reason: then nothing is noted. No row: no file of this name is known. */
create function hand_out_file(of_path text, of_how text, from_address inet, why text)
  returns table (file_id bigint, removed_at timestamptz, removed_how text, remover text, removed_reason text, infected boolean)
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into file_downloads (customer_id, file_id, how, user_id, actor, by_super_user, address, reason)
  select f.customer_id, f.file_id, of_how, u.user_id, coalesce(u.nominative, 'Sistema'), coalesce(u.flag_super_user, false),
    from_address, why
  from stored_files f left join users u on u.user_id = actor_user_id()
  where f.path = of_path and f.removed_at is null and (f.scan <> 'infected' or why is not null)
    -- A preview asks for its type, then for its pages.
    and not (of_how = 'preview' and exists (
      select from file_downloads d
      where d.file_id = f.file_id and d.how = 'preview' and d.user_id = u.user_id and d.at > now() - interval '1 minute'));
  return query select f.file_id, f.removed_at, f.removed_how, f.remover, f.removed_reason, f.scan = 'infected' and why is null from stored_files f where f.path = of_path;
end $$;
revoke execute on function hand_out_file from public;
grant execute on function hand_out_file to saldo_customer, saldo_super, saldo_system;

-- Whether a scan has found a virus in the file: it is given to nobody, and in no ZIP.
create function is_file_infected(of_path text) returns boolean language sql stable security definer
  set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from stored_files where path = of_path and scan = 'infected')
$$;
revoke execute on function is_file_infected from public;
grant execute on function is_file_infected to saldo_customer, saldo_super, saldo_system;

-- Whether a legal hold keeps the file: acts that would delete or replace it ask first.
create function is_file_held(of_path text) returns boolean language sql stable security definer
  set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from stored_files where path = of_path and hold_reason is not null and removed_at is null)
$$;
revoke execute on function is_file_held from public;
grant execute on function is_file_held to saldo_customer, saldo_super, saldo_system;

-- What only the act that stored a file knows of it: its length, and that a scanner passed it.
create function describe_file(of_path text, of_bytes bigint, of_scan text) returns void
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  update stored_files set bytes = coalesce(of_bytes, bytes), scan = coalesce(of_scan, scan) where path = of_path
$$;
revoke execute on function describe_file from public;
grant execute on function describe_file to saldo_customer, saldo_super, saldo_system;
