/* Whoever decides about a document can take the decision back for a few seconds: only then is the office told. */
alter table documents
  -- When the office was last told of a decision. Null: never.
  add column told_at timestamptz;

-- The audit log shows the decision, not when it was told.
drop trigger audit_insert on documents;
drop trigger audit_update on documents;
drop trigger audit_delete on documents;
select keep_audit('documents', 'documents', 'document_id', 'file_name', array['file_path', 'sha256', 'scan', 'told_at']);
update documents set told_at = checked_at where checked_at is not null;

/* Refuses a check of a document by its uploader, or by somebody who is no second person to the uploader. A trigger does it, so
   that it holds for every statement. */
create function checked_by_another() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  why text := second_person_refusal(new.uploaded_by, new.checked_by);
begin
  if new.checked_by = new.uploaded_by then
    raise exception 'whoever uploaded a document does not check it'
      using errcode = '23514', constraint = 'checked_by_another';
  elsif why = 'invited_in_line' then
    raise exception 'whoever is one hand with the uploader of a document does not check it'
      using errcode = '23514', constraint = 'checked_by_another_hand';
  elsif why is not null then
    raise exception 'document not checked: %', why using errcode = '23514', constraint = 'second_person_' || why;
  end if;
  return new;
end $$;
revoke execute on function checked_by_another from public;
create trigger checked_by_another before insert or update of checked_by, uploaded_by on documents
  for each row when (new.checked_by is not null) execute function checked_by_another();

select let_queries_read('documents',
  'document_id, customer_id, account_id, subject_id, type, file_name, mime, size, sha256, state, reason, scan,
   uploaded_by, checked_by, checked_at, told_at, created_at');
