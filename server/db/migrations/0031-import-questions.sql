/* Imports ask where the file is not clear. A sheet may hold several tables, and each has its answers. */

alter table imports rename column sheets to tables;
-- Plans of before have another shape; a file that waits is read again when it is changed.
update imports set tables = '[]';
alter table imports
  -- Bills whose number is taken get a new one.
  add column renumber boolean not null default false,
  -- Cells that the person corrected in the preview.
  add column corrections jsonb not null default '[]',
  -- New condominiums with a name like that of an existing one, and what the person said of them.
  add column similar_accounts jsonb not null default '[]',
  add column same_accounts jsonb not null default '{}';

-- Rows that are not imported: totals and notes.
alter table import_rows drop constraint import_rows_status_check;
alter table import_rows add constraint import_rows_status_check
  check (status in ('new', 'changed', 'warning', 'same', 'error', 'left_out', 'unread'));

-- What the customer decided besides the fields: answers about the columns, and the due dates of instalments.
alter table import_mappings
  add column answers jsonb not null default '{}',
  add column due_dates jsonb not null default '{}',
  add column layout text;
