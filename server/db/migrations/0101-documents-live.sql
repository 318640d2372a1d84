-- Whoever looks at documents sees them arrive, be verified and go.
create trigger live_insert after insert on documents referencing new table as changed
  for each statement execute function tell_live('documents');
create trigger live_update after update on documents referencing new table as changed
  for each statement execute function tell_live('documents');
create trigger live_delete after delete on documents referencing old table as changed
  for each statement execute function tell_live('documents');
