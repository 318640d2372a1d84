-- A run of reminders that fails for good is stopped, so that nobody waits for it.
alter table reminder_runs
  drop constraint reminder_runs_state_check,
  add constraint reminder_runs_state_check check (state in ('running', 'done', 'stopped'));
