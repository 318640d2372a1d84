/* What Saldo holds about a resident, as a ZIP for themselves (art. 15 and 20 GDPR). A row is one ZIP. It belongs to the user alone:
   no customer has it and nobody of the back office opens it, so it is in no archive of files (stored_files). */
create table data_exports (
  data_export_id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  state text not null default 'writing' check (state in ('writing', 'done', 'failed', 'expired')),
  -- Its name in the store, chosen before it is written, so that a retry replaces the same file. Null: deleted.
  stored_as text unique,
  file_bytes bigint,
  -- Files of the ZIP written, of how many.
  done integer not null default 0,
  total integer,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  -- When it is deleted: 72 hours after it was finished.
  expires_at timestamptz not null default now() + interval '72 hours',
  downloads integer not null default 0,
  downloaded_at timestamptz,
  constraint done_has_its_file check (state <> 'done' or (stored_as is not null and file_bytes is not null)),
  constraint ended_at_some_time check ((state = 'writing') = (finished_at is null))
);
create index data_exports_by_user on data_exports (user_id, data_export_id);
create index data_exports_to_expire on data_exports (expires_at) where stored_as is not null;
-- One at a time: a second click finds the first.
create unique index one_data_export_being_written on data_exports (user_id) where state = 'writing';
select protect_personal('data_exports', 'select');
grant insert (user_id, stored_as), update (downloads, downloaded_at) on data_exports to saldo_consumer;
-- The progress shows on the user's own screens.
create trigger live_insert after insert on data_exports referencing new table as changed
  for each statement execute function tell_live_users('data-exports');
create trigger live_update after update on data_exports referencing new table as changed
  for each statement execute function tell_live_users('data-exports');
select let_queries_read('data_exports',
  'data_export_id, user_id, state, file_bytes, done, total, created_at, finished_at, expires_at, downloads, downloaded_at');

-- The job writes the ZIP as the resident, so that row-level security leaves out whatever is of others.
grant saldo_consumer to saldo_worker with inherit false, set true;

/* How many people a user has asked in a day to let them pay: also addresses that nobody has, so that the count tells nothing. */
create table delegation_asks (
  user_id bigint not null references users on delete cascade,
  day date not null,
  asks integer not null check (asks > 0),
  primary key (user_id, day)
);
create index delegation_asks_by_day on delegation_asks (day);
select protect_secrets('delegation_asks');
