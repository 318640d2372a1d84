/* Imports ask where the file is not clear. A sheet may hold several tables, and each has its answers. */

alter table imports rename column sheets to tables;
/* The stored readings of before have another shape, and were read without questions: a file that waits is uploaded again.
   The owner does not see the rows while row-level security is forced. */
alter table imports no force row level security;
update imports set tables = '[]';
update imports set state = 'discarded', finished_at = now() where state in ('to_check', 'refused', 'failed');
alter table imports force row level security;
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
