-- The day of the opening balances of an import: said by a person, or as the file's title or header proposes it. A row's own goes first.
alter table imports
  add column opening_date date,
  add column opening_date_proposed date;

-- What was brought before this had the day on which it was written.
alter table opening_balances add column day date;
update opening_balances o set day = coalesce((i.finished_at at time zone 'Europe/Rome')::date, today())
from imports i where i.import_id = o.import_id;
alter table opening_balances alter column day set not null;
