/* Queries of the back office: SQL that people write, run by a login of its own. saldo_query owns nothing, becomes nobody and
   writes nothing. It may name the views of the schema `queries` alone, which show the columns of our tables that
   let_queries_read() lists: what is not listed (secrets, whole IBANs, addresses of files) it cannot read at all. */
do $$
begin
  if not exists (select from pg_roles where rolname = 'saldo_query') then
    create role saldo_query login noinherit;
  end if;
end $$;

create schema queries;
grant usage on schema queries to saldo_query;

create table saved_queries (
  query_id bigint generated always as identity primary key,
  name text not null check (name <> ''),
  description text not null default '',
  tags text[] not null default '{}',
  -- The users who may run an approved version. Null: every super user.
  runnable_by bigint[],
  archived_at timestamptz,
  created_by bigint not null references users,
  folded text not null generated always as (fold(name || ' ' || description)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index one_query_per_name on saved_queries (lower(name)) where archived_at is null;
create index saved_queries_by_name on saved_queries (name, query_id);
create index saved_queries_by_text on saved_queries using gin (folded gin_trgm_ops);
create index saved_queries_by_tag on saved_queries using gin (tags);
select protect('saved_queries', '');

/* The versions of a query. The text of a version never changes. Another person than its author approves or rejects it,
   once. The newest approved version is the one that runs. */
create table saved_query_versions (
  query_id bigint not null references saved_queries,
  version integer not null check (version > 0),
  text text not null check (text <> ''),
  -- See contract/backoffice/queries.ts.
  parameters jsonb not null default '[]',
  chart jsonb,
  note text not null default '',
  state text not null default 'draft' check (state in ('draft', 'submitted', 'approved', 'rejected')),
  reason text,
  written_by bigint not null references users,
  decided_by bigint references users,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (query_id, version),
  constraint decided_by_another check (decided_by <> written_by),
  constraint decision_is_whole check ((state in ('approved', 'rejected')) = (decided_by is not null and decided_at is not null)),
  constraint rejected_with_reason check (state <> 'rejected' or reason <> '')
);
create index saved_query_versions_to_decide on saved_query_versions (query_id, version) where state = 'submitted';
select protect('saved_query_versions', '');
revoke delete on saved_query_versions from saldo_super;

create function query_version_changes() returns trigger language plpgsql as $$
begin
  if (new.query_id, new.version, new.text, new.parameters, new.chart, new.written_by, new.created_at)
    is distinct from (old.query_id, old.version, old.text, old.parameters, old.chart, old.written_by, old.created_at) then
    raise exception 'the text of a version never changes: write another' using errcode = '23514', constraint = 'query_version_is_fixed';
  end if;
  if old.state in ('approved', 'rejected') or (old.state, new.state) not in (('draft', 'submitted'), ('submitted', 'approved'), ('submitted', 'rejected')) then
    raise exception 'a version goes from % to %', old.state, new.state using errcode = '23514', constraint = 'query_version_goes_on';
  end if;
  return new;
end $$;
create trigger goes_on before update on saved_query_versions for each row execute function query_version_changes();

-- The authors: super users who write queries, and run texts that nobody has approved. An empty table means every super user.
create table query_authors (
  user_id bigint primary key references users,
  named_by bigint not null references users,
  created_at timestamptz not null default now()
);
select protect('query_authors', '');

-- Each run, also a refused one. It begins before the query does.
create table query_runs (
  run_id bigint generated always as identity primary key,
  -- Null: a text that is not saved.
  query_id bigint,
  version integer,
  text text not null,
  -- The values of the parameters, by name.
  "values" jsonb not null default '{}',
  -- The customer whose rows alone it saw. Null: those of all.
  customer_id bigint references customers,
  user_id bigint not null references users,
  kind text not null check (kind in ('run', 'plan', 'export')),
  state text not null default 'running' check (state in ('running', 'done', 'failed', 'timed_out', 'cancelled', 'too_large')),
  -- PostgreSQL's code of a failure.
  failure_code text,
  rows integer,
  -- More than it may return: the rest was left out.
  is_cut boolean not null default false,
  milliseconds integer,
  -- The connection that runs it. Row-level security asks whose rows it may see by this number.
  backend_pid integer not null,
  -- The query's name, who ran it and the beginning of the text, for searches.
  folded text not null default '',
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  foreign key (query_id, version) references saved_query_versions (query_id, version),
  constraint ends_once check ((state = 'running') = (ended_at is null))
);
create index query_runs_by_date on query_runs (started_at, run_id);
create index query_runs_by_user on query_runs (user_id, started_at, run_id);
create index query_runs_by_query on query_runs (query_id, started_at, run_id);
create index query_runs_by_duration on query_runs (coalesce(milliseconds, 0), run_id);
create index query_runs_by_text on query_runs using gin (folded gin_trgm_ops);
create unique index one_run_per_connection on query_runs (backend_pid) where ended_at is null;
select protect('query_runs', '');
revoke delete on query_runs from saldo_super;

insert into audit_nouns values ('queries', 'office'), ('query_runs', 'office');
select keep_audit('saved_queries', 'queries', 'query_id', 'name', array['query_id', 'created_by']);
select keep_audit('saved_query_versions', 'queries', 'query_id', 'version', array['query_id', 'written_by', 'decided_by', 'decided_at', 'parameters', 'chart']);
select keep_audit('query_authors', 'users', 'user_id', 'created_at', array['user_id', 'named_by']);

/* The run of this connection: nothing that the query's text can set decides whose rows it sees. Without a run, no row. */
create function query_sees_all() returns boolean language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select exists (select from query_runs r where r.backend_pid = pg_backend_pid() and r.ended_at is null and r.customer_id is null);
end;
create function query_customer_id() returns bigint language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select r.customer_id from query_runs r where r.backend_pid = pg_backend_pid() and r.ended_at is null;
end;
revoke execute on function query_sees_all, query_customer_id from public;
grant execute on function query_sees_all, query_customer_id to saldo_query;

/* Lets queries read these columns of a table or view, as a view of the same name. Columns that a later migration adds stay
   hidden until it calls this again; server/db/query-columns.test.ts asks for a decision about each. */
create function let_queries_read(target text, columns text) returns void language plpgsql as $$
declare
  of_customer boolean := exists (
    select from pg_attribute where attrelid = target::regclass and attname = 'customer_id' and not attisdropped);
begin
  execute format('drop view if exists queries.%I', target);
  execute format('revoke all on %I from saldo_query', target);
  execute format('grant select (%s) on %I to saldo_query', columns, target);
  execute format('create view queries.%I with (security_invoker = true) as select %s from public.%I', target, columns, target);
  execute format('grant select on queries.%I to saldo_query', target);
  if (select relrowsecurity from pg_class where oid = target::regclass) then
    execute format('drop policy if exists queries on %I', target);
    execute format('create policy queries on %I for select to saldo_query using (%s)', target,
      case when of_customer then '(select query_sees_all()) or customer_id = (select query_customer_id())'
        else '(select query_sees_all())' end);
  end if;
end $$;
