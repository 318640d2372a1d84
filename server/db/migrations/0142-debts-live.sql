-- What an office owes shows as it changes, in its own list as well as on the payment.
create trigger live_debt_insert after insert on transfer_recoveries referencing new table as changed
  for each statement execute function tell_live('office-debts');
create trigger live_debt_update after update on transfer_recoveries referencing new table as changed
  for each statement execute function tell_live('office-debts');
