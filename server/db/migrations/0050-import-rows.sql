-- What a row of a spreadsheet became: found or made when the import is checked, then when it is written.
alter table import_rows
  add column account_id bigint,
  add column subject_id bigint,
  add column bill_id bigint,
  -- Rule of identity within the condominium: number, or unit + due date + description.
  add column bill_key text,
  add column amount bigint,
  drop constraint import_rows_status_check,
  add constraint import_rows_status_check check (status in ('new', 'warning', 'same', 'error', 'left_out'));
create index import_rows_by_place on import_rows (import_id, sheet, row);
