-- What a statement holds besides booked money, and movements of which it is not sure that they are new.

-- Entries that the bank has not booked yet, or that move no money: counted, no movements.
alter table bank_statements add column pending integer not null default 0;

-- A file of another format brought one of this day and amount that may be the same: a person has to say.
alter table bank_movements add column maybe_known boolean not null default false;
