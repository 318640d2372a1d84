create table imports (
  import_id bigint generated always as identity primary key,
  customer_id bigint not null references customers,
  created_by bigint references users on delete set null,
  account_id bigint,
  file_name text not null,
  file_path text not null,
  state text not null default 'reading' check (
    state in ('reading', 'refused', 'to_check', 'writing', 'done', 'failed', 'discarded')),
  progress_done integer not null default 0,
  progress_total integer,
  refusal text,
  sheets jsonb not null default '[]',
  counts jsonb not null default '{}',
  notes jsonb not null default '[]',
  leave_out_errors boolean not null default false,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  foreign key (customer_id, account_id) references accounts (customer_id, account_id)
);
create unique index imports_by_key on imports (customer_id, import_id);
select protect('imports', 'select, insert, update');

create table import_rows (
  row_id bigint generated always as identity primary key,
  customer_id bigint not null,
  import_id bigint not null,
  sheet text not null,
  row integer not null,
  status text not null check (status in ('new', 'same', 'error', 'warning', 'left_out', 'credit')),
  candidate jsonb not null,
  issues jsonb not null default '[]',
  foreign key (customer_id, import_id) references imports (customer_id, import_id) on delete cascade
);
create index import_rows_by_import on import_rows (customer_id, import_id, row_id);
create index import_rows_by_status on import_rows (customer_id, import_id, status, row_id);
select protect('import_rows', 'select, insert, update, delete');

-- Mails leave through here: written in the transaction that causes them, sent by a job, once each.
create table emails (
  email_id bigint generated always as identity primary key,
  customer_id bigint references customers,
  bill_id bigint,
  template text not null,
  to_address text not null,
  subject text not null,
  html text not null,
  text text not null,
  dedupe_key text not null unique,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  tries integer not null default 0,
  last_error text
);
create index emails_by_customer on emails (customer_id, email_id);
create index emails_to_send on emails (email_id) where sent_at is null;
select protect('emails', 'select, insert');
create policy of_own_bill on emails for insert to saldo_link with check (bill_id = actor_bill_id());
grant insert on emails to saldo_link;

-- Screens learn that something changed, never what: they ask again as themselves.
create function tell_live() returns trigger language plpgsql as $$
begin
  perform pg_notify('saldo_live', json_build_object('noun', tg_argv[0], 'customer_id', c.customer_id)::text)
  from (select distinct customer_id from changed) c;
  return null;
end $$;
create trigger live_insert after insert on bills referencing new table as changed
  for each statement execute function tell_live('bills');
create trigger live_update after update on bills referencing new table as changed
  for each statement execute function tell_live('bills');
create trigger live_insert after insert on payments referencing new table as changed
  for each statement execute function tell_live('payments');
create trigger live_update after update on payments referencing new table as changed
  for each statement execute function tell_live('payments');
create trigger live_update after update on imports referencing new table as changed
  for each statement execute function tell_live('imports');
create trigger live_insert after insert on accounts referencing new table as changed
  for each statement execute function tell_live('accounts');
create trigger live_update after update on accounts referencing new table as changed
  for each statement execute function tell_live('accounts');
create trigger live_insert after insert on subjects referencing new table as changed
  for each statement execute function tell_live('subjects');
create trigger live_update after update on subjects referencing new table as changed
  for each statement execute function tell_live('subjects');
