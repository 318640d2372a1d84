-- Whether an instalment was ever tried; asked when a bill loses one.
create index attempt_instalments_by_instalment on attempt_instalments (instalment_id);
