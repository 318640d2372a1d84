/* Receivables always name a bill: what came back and had nothing left to take from becomes a bill of its own. */
alter table refunds drop column from_nothing;
alter table ledger_lines add constraint receivables_name_a_bill
  check (ledger_account <> 'receivables' or bill_id is not null) not valid;
