/* Files exchanged with banks: statements, presented debits and their outcomes, MAV and RiBa notices and their outcomes,
   transfer orders. A row is one file, made here or loaded; other tables hold what it says. Money in cents. */

create table flows (
  flow_id bigint generated always as identity primary key,
  customer_id bigint not null references customers,
  -- The condominium that it is about, if it is one only.
  account_id bigint,
  direction text not null check (direction in ('in', 'out')),
  -- Null while a loaded file was not recognised yet.
  kind text check (kind in (
    'statement', 'debit_order', 'debit_outcome', 'notice_order', 'notice_outcome', 'transfer_order')),
  -- Like camt.053.001.08, cbi_rh, csv, pain.008.001.02, mav, riba.
  format text,
  file_name text not null,
  file_path text not null,
  file_bytes bigint not null,
  -- Lowercase hexadecimal. The same file of the same office is read once.
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  state text not null default 'reading' check (state in ('reading', 'refused', 'done')),
  -- Why it was refused, as a sentence, and the line of the file.
  refusal text,
  refusal_line integer,
  -- The identifier written in the file: message id or name of the flow.
  reference text,
  -- Movements, debits or notices in it; those among them that were known before; the sum of their absolute amounts.
  count integer not null default 0,
  known integer not null default 0,
  amount bigint not null default 0,
  created_by bigint references users on delete set null,
  actor text not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  foreign key (customer_id, account_id) references accounts (customer_id, account_id),
  constraint refused_with_a_reason check ((state = 'refused') = (refusal is not null)),
  constraint done_is_recognised check (state <> 'done' or (kind is not null and format is not null))
);
create unique index flows_by_key on flows (customer_id, flow_id);
create index flows_by_date on flows (customer_id, created_at, flow_id);
create index flows_by_amount on flows (customer_id, amount, flow_id);
create index flows_by_kind on flows (customer_id, kind, created_at, flow_id);
create index flows_by_state on flows (customer_id, state, created_at, flow_id);
create index flows_by_account on flows (customer_id, account_id, created_at, flow_id);
create unique index one_flow_per_file on flows (customer_id, sha256) where direction = 'in' and state <> 'refused';
select protect('flows', 'select, insert, update');
-- A file may hold several condominiums, so sub-users who see only some see their own files and those of one they see.
select limit_subusers('flows', '((select actor_accounts()) is null or created_by = (select actor_user_id())
  or account_id = any ((select actor_accounts())::bigint[]))', money_sections(), money_sections());
select keep_live('flows', 'flows');
