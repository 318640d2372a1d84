/* A reminder is a letter to one person of a condominium that lists their overdue bills. Its bills move to a table of their
   own, with the level that each had after the letter (domain/arrears/reminder-plan.ts). */
create table reminder_bills (
  reminder_id bigint not null,
  position smallint not null,
  customer_id bigint not null,
  account_id bigint not null,
  bill_id bigint not null,
  due_date date not null,
  amount bigint not null check (amount > 0),
  -- After the letter; 0: a courtesy notice before the due date, or no level yet.
  level smallint not null check (level >= 0),
  -- The letter brought the bill to this level; else it only lists it.
  asked boolean not null,
  -- Days of the step from the due date, when asked.
  days smallint,
  -- The sentence that the letter prints beside the bill: its due date and its level.
  note text not null,
  primary key (reminder_id, position),
  foreign key (customer_id, reminder_id) references reminders (customer_id, reminder_id),
  foreign key (customer_id, account_id) references accounts (customer_id, account_id),
  foreign key (customer_id, bill_id) references bills (customer_id, bill_id),
  constraint a_bill_is_listed_once unique (reminder_id, bill_id)
);
create index reminder_bills_by_bill on reminder_bills (customer_id, bill_id, due_date);
create index reminder_bills_by_reminder on reminder_bills (customer_id, reminder_id, position);
create index reminder_bills_by_account on reminder_bills (customer_id, account_id);

-- The owner does not see the rows of a table whose row-level security is forced; it is forced again below.
alter table reminders no force row level security;
alter table reminder_sequences no force row level security;

-- Letters sent so far had one bill each. Their levels are counted in the order in which they were sent.
insert into reminder_bills
  (reminder_id, position, customer_id, account_id, bill_id, due_date, amount, level, asked, days, note)
select reminder_id, 1, customer_id, account_id, bill_id, due_date, amount,
  case when days <= 0 then 0 else dense_rank() over (
    partition by bill_id, due_date, days > 0 order by days) end,
  true, days, case when days <= 0 then 'scade il ' else 'scaduta il ' end || to_char(due_date, 'DD/MM/YYYY')
from reminders;

select protect('reminder_bills', 'select, insert, delete');
alter table reminder_bills no force row level security;
select limit_subusers_by_account('reminder_bills', array['bills'], read => money_sections());

alter table reminders
  drop constraint a_step_is_sent_once,
  drop constraint reminders_channel_check,
  -- leaving: in the time in which it can be cancelled; to_deliver: a letter on paper.
  add column state text not null default 'sent' check (state in ('leaving', 'to_deliver', 'sent', 'cancelled')),
  add column level smallint not null default 0 check (level >= 0),
  add column address_form text not null default 'tu' check (address_form in ('tu', 'lei')),
  -- Why it was left out when its turn came; null: somebody cancelled it.
  add column reason text,
  -- The day on which it was really sent: mailed, or delivered as somebody recorded.
  add column sent_on date,
  add column delivered_by text check (delivered_by in ('registered_letter', 'pec', 'hand', 'post')),
  add column delivery_note text,
  alter column channel drop default,
  alter column to_address drop not null,
  alter column email_key drop not null,
  add check (channel in ('email', 'paper')),
  add check (channel = 'paper' or (to_address is not null and delivered_by is null)),
  add check (state <> 'leaving' or channel = 'email'),
  add check (state <> 'to_deliver' or channel = 'paper'),
  add check ((delivered_by is not null) = (channel = 'paper' and state = 'sent'));
alter table reminders rename column email_subject to title;
alter table reminders rename column email_text to text;
update reminders r set sent_on = (created_at at time zone 'Europe/Rome')::date,
  level = (select l.level from reminder_bills l where l.customer_id = r.customer_id and l.reminder_id = r.reminder_id);
alter table reminders
  drop column bill_id,
  drop column due_date,
  drop column days,
  alter column state drop default,
  alter column level drop default,
  alter column address_form drop default,
  add check ((sent_on is not null) = (state = 'sent'));
create index reminders_on_their_way on reminders (customer_id, account_id, subject_id)
  where state in ('leaving', 'to_deliver');
grant update on reminders to saldo_customer;
select keep_live('reminders', 'reminders', array['update']);

-- A bill reaches a level only through letters that were really sent.
create function reminder_levels_follow() returns trigger language plpgsql as $$
begin
  if exists (
    select from reminder_bills l
    where l.customer_id = new.customer_id and l.reminder_id = new.reminder_id and l.asked and l.level > 1
      and not exists (
        select from reminder_bills before
        join reminders r on r.customer_id = before.customer_id and r.reminder_id = before.reminder_id
        where before.customer_id = l.customer_id and before.bill_id = l.bill_id and before.due_date = l.due_date
          and before.asked and before.level = l.level - 1 and before.reminder_id <> l.reminder_id and r.state = 'sent'))
  then
    raise exception 'reminder % skips a level', new.reminder_id
      using errcode = '23514', constraint = 'reminder_levels_follow';
  end if;
  return null;
end $$;
create trigger reminder_levels_follow after update of state on reminders
  for each row when (new.state = 'sent' and old.state <> 'sent') execute function reminder_levels_follow();

/* A run waits until leaves_at, and can be cancelled until then. Its letters are its recipients, so it needs no list of bills
   and no place to continue from. */
alter table reminder_runs
  drop constraint a_run_is_of_something,
  drop constraint reminder_runs_state_check,
  drop column bill_ids,
  drop column done_through,
  add column leaves_at timestamptz not null default now(),
  add check (state in ('waiting', 'running', 'done', 'stopped', 'cancelled'));
alter table reminder_runs alter column state drop default;

-- Tu or Lei. The last notice always says Lei, so a last text that says tu gives way to the words an office begins with.
alter table reminder_sequences
  add column address_form text not null default 'tu' check (address_form in ('tu', 'lei'));
update reminder_sequences q set steps = (
  select jsonb_agg(case
    when (s.step->>'days')::int > 0 and (s.step->>'days')::int = (
        select max((other->>'days')::int) from jsonb_array_elements(q.steps) other)
      and concat_ws(' ', s.step->>'subject', s.step->>'text') ~* '\m(ti|tu|te|tuo|tua|tuoi|tue|hai|puoi|devi|vuoi)\M'
    then s.step || jsonb_build_object(
      'subject', 'Ultimo sollecito: {importo} da pagare',
      'text', E'Gentile {nominativo},\n\nnonostante i solleciti precedenti, restano da pagare {importo} per {bollette}.\n\nSenza un Suo riscontro entro quindici giorni dovremo procedere al recupero del credito, come la legge chiede all’amministratore (art. 1129 c.c.).')
    else s.step end order by s.place)
  from jsonb_array_elements(q.steps) with ordinality s (step, place));

alter table reminders force row level security;
alter table reminder_bills force row level security;
alter table reminder_sequences force row level security;
