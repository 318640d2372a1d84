/* What the back office is told of how Saldo itself fares: the last answer of each check, jobs that failed for good, and
   faults of the mail server. */

-- The last answer of each check (server/features/operations/checks). One row per check, so that several servers send one alarm.
create table operation_checks (
  code text primary key,
  state text not null check (state in ('ok', 'attention', 'broken', 'unknown')),
  figure bigint,
  -- The parts that add up to the figure: [{"name", "figure", "note"}].
  parts jsonb not null default '[]',
  -- Why it could not be asked: a sentence without values.
  why text,
  checked_at timestamptz not null,
  -- Since when it is in this state.
  since timestamptz not null,
  -- Since when it is not ok. Null: it is.
  bad_since timestamptz,
  -- The worst state of which somebody was told since it was last ok. Null: nobody needs to hear that it recovered.
  alarmed text check (alarmed in ('attention', 'broken', 'unknown')),
  alarmed_at timestamptz,
  constraint operation_checks_bad_or_ok check ((bad_since is null) = (state = 'ok'))
);
select protect('operation_checks', '');

/* Jobs that failed for good: the queue forgets them after a week, this list keeps them until somebody has looked. `data` is
   null where it could be something that a person typed. */
create table failed_jobs (
  failed_job_id bigint generated always as identity primary key,
  job_id uuid not null unique,
  name text not null,
  data jsonb,
  -- Kind, code and places in the source; never a message, which could quote a value.
  error jsonb not null default '{}',
  tries int not null,
  created_at timestamptz not null,
  failed_at timestamptz not null,
  -- retried: queued again by a person; healed: the same work succeeded later by itself.
  state text not null default 'failed' check (state in ('failed', 'retried', 'discarded', 'healed')),
  reason text,
  handled_by bigint references users on delete set null,
  handled_at timestamptz,
  folded text not null generated always as (fold(name || ' ' || coalesce(error ->> 'type', '') || ' ' || coalesce(error ->> 'code', ''))) stored,
  constraint failed_jobs_discarded_with_reason check (state <> 'discarded' or reason <> ''),
  constraint failed_jobs_handled check ((state = 'failed') = (handled_at is null))
);
create index failed_jobs_by_date on failed_jobs (failed_at, failed_job_id);
create index failed_jobs_to_handle on failed_jobs (name, failed_at) where state = 'failed';
select protect('failed_jobs', '');
insert into audit_nouns values ('failed_jobs', 'office');
select keep_audit('failed_jobs', 'failed_jobs', 'failed_job_id', 'name',
  array['job_id', 'data', 'error', 'tries', 'failed_at', 'handled_by', 'handled_at'],
  'old.state is distinct from new.state and new.state in (''retried'', ''discarded'')');
-- Only what people do with it is told, not that it failed.
drop trigger audit_insert on failed_jobs;
drop trigger audit_delete on failed_jobs;

-- Faults of sending mails that are the operator's to mend, by kind.
create table mail_faults (
  fault text primary key,
  times int not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now()
);
select protect('mail_faults', '');

-- A number by which a list and a path name an event of the provider.
alter table provider_events add column event_no bigint generated always as identity;
create unique index provider_events_by_number on provider_events (event_no);
create index provider_events_by_date on provider_events (received_at, event_no);
create index provider_events_of_account on provider_events (provider_account, received_at);

-- The checks look every two minutes at tables that grow for ever: each reads what is open, or of the last day.
create index payment_attempts_by_date on payment_attempts (created_at);
create index payment_attempts_open on payment_attempts (created_at)
  where state in ('recorded', 'unknown', 'created', 'requires_action', 'processing');
create index emails_by_sending on emails (sent_at) where sent_at is not null;
create index emails_by_refusal on emails (refused_at) where refused_at is not null;

-- The logins of the server are the owner's to watch: PostgreSQL shows the sessions of a role only to those who have its rights.
grant saldo_server, saldo_worker, saldo_query to current_user with inherit true, set false;

/* How the database fares, of which no role of the server sees enough: sizes, connections, ages in seconds, and what was
   migrated. `hidden`: sessions of this database of which PostgreSQL does not show the owner since when they work. */
create function database_vitals() returns jsonb
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  sessions jsonb := (
    select jsonb_build_object(
      'hidden', count(*) filter (where a.query = '<insufficient privilege>'),
      'oldest_transaction', extract(epoch from max(clock_timestamp() - a.xact_start) filter (where a.backend_type = 'client backend')),
      'idle_in_transaction', count(*) filter (where a.state like 'idle in transaction%' and a.state_change < clock_timestamp() - interval '1 minute'))
    from pg_stat_activity a where a.datname = current_database() and a.pid <> pg_backend_pid());
begin
  return sessions || jsonb_build_object(
    'at', extract(epoch from clock_timestamp()),
    'size', pg_database_size(current_database()),
    'connections', (select sum(d.numbackends) from pg_stat_database d),
    'connections_most', current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
    'longest_wait', (select coalesce(extract(epoch from max(clock_timestamp() - l.waitstart)), 0) from pg_locks l where not l.granted),
    'slots', (select coalesce(jsonb_agg(jsonb_build_object('name', s.slot_name, 'active', s.active, 'status', s.wal_status,
        'behind', case when not pg_is_in_recovery() then pg_wal_lsn_diff(pg_current_wal_lsn(), s.restart_lsn) end)), '[]')
      from pg_replication_slots s),
    'frozen_age', (select age(d.datfrozenxid) from pg_database d where d.datname = current_database()),
    'frozen_age_most', current_setting('autovacuum_freeze_max_age')::bigint,
    'bloated', (select coalesce(jsonb_agg(jsonb_build_object('name', t.relname, 'dead', t.n_dead_tup, 'live', t.n_live_tup)
        order by t.n_dead_tup desc), '[]')
      from pg_stat_user_tables t where t.n_dead_tup > 100000 and t.n_dead_tup > t.n_live_tup / 2),
    'unanalyzed', (select coalesce(jsonb_agg(jsonb_build_object('name', t.relname, 'changed', t.n_mod_since_analyze, 'live', t.n_live_tup)
        order by t.n_mod_since_analyze desc), '[]')
      from pg_stat_user_tables t
      where t.n_live_tup > 10000 and t.n_mod_since_analyze > t.n_live_tup / 2
        and greatest(t.last_analyze, t.last_autoanalyze) is distinct from null
        and greatest(t.last_analyze, t.last_autoanalyze) < clock_timestamp() - interval '1 hour'
        or t.n_live_tup > 10000 and t.last_analyze is null and t.last_autoanalyze is null and t.n_mod_since_analyze > 10000),
    'invalid_indexes', (select coalesce(jsonb_agg(i.indexrelid::regclass::text order by 1), '[]')
      from pg_index i join pg_class c on c.oid = i.indexrelid
      where not i.indisvalid and c.relnamespace in ('public'::regnamespace, to_regnamespace('pgboss'))),
    'migrations', (select jsonb_object_agg(m.name, m.checksum) from migrations m));
end $$;
revoke execute on function database_vitals from public;
grant execute on function database_vitals to saldo_system;
