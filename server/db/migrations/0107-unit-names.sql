-- A door has a number; a shop or a box is called what it is.
alter table units drop column name;
alter table units add column name text not null generated always as (
  case when number ~ '^[0-9]' then 'Int. ' || number else number end
    || case when staircase = '' then '' else ', scala ' || staircase end) stored;
