-- Whether a user has hidden the list of an office's first steps. Hidden for oneself alone; it can be brought back.
alter table user_preferences add column first_steps_hidden boolean not null default false;
