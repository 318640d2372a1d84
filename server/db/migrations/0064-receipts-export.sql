/* The export of receipts for the accounting program: a file that goes out, and the layouts that an office saves for it. */

/* A file that a job writes is a flow from the start, so that the list shows it: `writing`, then `done` or `failed`. Its
   checksum is known at the end. `note`: what a person should know about the file, as a sentence. */
alter table flows
  alter column sha256 drop not null,
  add column note text,
  drop constraint flows_kind_check,
  add constraint flows_kind_check check (kind in ('statement', 'debit_order', 'debit_outcome', 'notice_order',
    'notice_outcome', 'transfer_order', 'receipts_export')),
  drop constraint flows_state_check,
  add constraint flows_state_check check (state in ('reading', 'writing', 'refused', 'failed', 'done')),
  drop constraint refused_with_a_reason,
  add constraint refused_with_a_reason check ((state in ('refused', 'failed')) = (refusal is not null)),
  add constraint kept_with_a_checksum check (sha256 is not null or state in ('writing', 'failed')),
  add constraint only_made_files_are_written check (state not in ('writing', 'failed') or direction = 'out');

/* How an office's accounting program wants the receipts: see domain/accounting/receipt-layout.ts. `columns`: objects with
   the column and its header, in their order. */
create table receipt_layouts (
  layout_id bigint generated always as identity primary key,
  customer_id bigint not null references customers,
  name text not null check (length(name) between 1 and 60),
  columns jsonb not null check (jsonb_typeof(columns) = 'array' and jsonb_array_length(columns) > 0),
  rows text not null check (rows in ('movement', 'bill', 'line')),
  separator text not null check (separator in ('semicolon', 'comma', 'tab')),
  decimal text not null check (decimal in ('comma', 'point')),
  date_format text not null check (date_format in ('dd/mm/yyyy', 'dd-mm-yyyy', 'yyyy-mm-dd', 'ddmmyyyy', 'yyyymmdd')),
  charset text not null check (charset in ('utf-8', 'windows-1252')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index receipt_layouts_by_key on receipt_layouts (customer_id, layout_id);
create unique index one_layout_of_a_name on receipt_layouts (customer_id, fold(name));
create trigger touch before update on receipt_layouts for each row execute function touch();
select protect('receipt_layouts', 'select, insert, update, delete');
-- Layouts are the office's. Sub-users who see some condominiums only still export with them, but do not change them.
select limit_subusers('receipt_layouts', '(select actor_accounts()) is null', null, array['payments']);
create policy limited_read on receipt_layouts as restrictive for select to saldo_subuser
  using ((select actor_may(permissions('read', array['payments']))));
select keep_live('receipt_layouts', 'receipt-layouts', array['insert', 'update', 'delete']);
insert into audit_nouns values ('receipt_layouts', 'payments');
select keep_audit('receipt_layouts', 'receipt_layouts', 'layout_id', 'name');
