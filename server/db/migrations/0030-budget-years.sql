/* Budgets of a year of accounts that need not be the calendar's, and expenses that are ordinary or extraordinary. A draft
   may lack amounts and tables: it says what is missing, and cannot be issued. */

alter table budgets add column starts_on date, add column ends_on date;
-- A change of type is not subject to row-level security, as an update by the owner would be.
alter table budgets
  alter column starts_on type date using make_date(year, 1, 1),
  alter column ends_on type date using make_date(year, 12, 31),
  alter column starts_on set not null,
  alter column ends_on set not null,
  -- The year in which it starts, by which budgets are found and sorted.
  add constraint year_it_starts_in check (year = extract(year from starts_on)),
  add constraint at_most_two_years check (ends_on >= starts_on and ends_on < starts_on + interval '2 years');

drop trigger audit_insert on budgets;
drop trigger audit_update on budgets;
drop trigger audit_delete on budgets;
select keep_audit('budgets', 'budgets', 'budget_id', 'name',
  array['year', 'progress_done', 'progress_total', 'seen', 'created_by', 'issued_by', 'issued_at', 'refusal'],
  $c$(old.starts_on, old.ends_on, old.name, old.state, old.issue_date, old.due_dates, old.amount)
    is distinct from (new.starts_on, new.ends_on, new.name, new.state, new.issue_date, new.due_dates, new.amount)$c$);

alter table budget_expenses
  -- Null: not known yet.
  alter column amount drop not null,
  -- Ordinary ones are the usufructuary's (art. 1004 c.c.), extraordinary ones the bare owner's (art. 1005 c.c.).
  add column nature text not null default 'ordinary' check (nature in ('ordinary', 'extraordinary')),
  -- The usufructuary's part of what the tenant does not pay, where it is not what the law says.
  add column usufructuary_percent smallint check (usufructuary_percent between 0 and 100),
  -- Cents of the same expense in the budget from which this one was copied.
  add column previous_amount bigint;
