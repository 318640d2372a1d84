/* SEPA debits that the office presents to the bank by file, beside those that the provider makes from saved sources: the
   condominium's creditor identifier, mandates with the payer's IBAN, runs, and what came back. Money in cents. */

-- Under which the condominium collects debits (CID). The check digits are checked by domain/sepa/creditor-id.ts.
alter table accounts add column creditor_id text check (creditor_id ~ '^IT[0-9]{2}[0-9A-Z]{19}$');
grant insert (creditor_id), update (creditor_id) on accounts to saldo_customer, saldo_super;

/* A mandate for the bank has provider_account 'bank', a condominium and the payer's IBAN. That of a payment or of a saved
   source stays as it was. */
alter table mandates
  -- How the payer signed it. file: another program had presented a debit with it, so its creditor has it.
  add column signing text not null default 'online' check (signing in ('paper', 'online', 'file')),
  -- Good for one collection.
  add column one_off boolean not null default false,
  add column debtor_name text check (length(debtor_name) <= 140),
  add column debtor_iban text,
  -- The creditor that it names.
  add column creditor_id text,
  -- The terms of the last debit that went to the bank: what differs from them is told as an amendment.
  add column presented_iban text,
  add column presented_umr text,
  add column scan_path text,
  add column scan_name text,
  add column scan_mime text,
  -- The codes that were mailed to sign it online.
  add column email text,
  add column codes_sent smallint not null default 0,
  add column code_sent_at timestamptz,
  add column idempotency_key text,
  add column request_hash text,
  add column created_at timestamptz not null default now(),
  drop constraint a_mandate_is_for_something,
  add constraint a_mandate_is_for_something check (attempt_id is not null or source_id is not null
    or (provider_account = 'bank' and account_id is not null and subject_id is not null and creditor_id is not null)),
  add constraint an_active_mandate_can_be_presented check (provider_account <> 'bank' or state not in ('active', 'suspended')
    or (umr is not null and debtor_iban is not null and debtor_name is not null and signed_on is not null)),
  add constraint a_scan_is_a_file check ((scan_path is null) = (scan_name is null) and (scan_path is null) = (scan_mime is null));
update mandates set signing = 'paper' where accepted_from = 'carta';
update mandates set created_at = accepted_at;

drop index one_mandate_per_umr;
create unique index one_mandate_per_umr on mandates (provider_account, umr) where umr is not null and provider_account <> 'bank';
-- An UMR is unique for its creditor.
create unique index one_mandate_per_creditor_and_umr on mandates (customer_id, creditor_id, umr)
  where umr is not null and provider_account = 'bank';
create index mandates_in_force_by_payer on mandates (customer_id, account_id, subject_id, mandate_id)
  where provider_account = 'bank' and state in ('active', 'suspended');
create unique index one_mandate_per_form on mandates (customer_id, idempotency_key) where idempotency_key is not null;
create index mandates_by_account on mandates (customer_id, account_id, mandate_id) where provider_account = 'bank';
create index mandates_by_date on mandates (customer_id, created_at, mandate_id);
create index mandates_by_state on mandates (customer_id, state, mandate_id);
create index mandates_to_lapse on mandates (coalesce((last_used_at at time zone 'Europe/Rome')::date, signed_on))
  where provider_account = 'bank' and state in ('active', 'suspended');
select keep_live('mandates', 'debits');

-- Sub-users of some condominiums see the mandates of those, besides the condition on the person.
drop policy limited_read on mandates;
drop policy limited_insert on mandates;
drop policy limited_update on mandates;
drop policy limited_delete on mandates;
select limit_subusers('mandates', '(' || by_parent('mandates', 'subjects', 'subject_id') || ' and (account_id is null or '
  || by_account() || '))', money_sections(), money_sections());

-- Debits of one condominium that go to its bank in one file (*distinta*).
create table debit_runs (
  run_id bigint generated always as identity primary key,
  customer_id bigint not null references customers,
  account_id bigint not null,
  collect_on date not null,
  -- announced: the payers are told. presented: the file is made, its debits hold their instalments. closed: all answered.
  state text not null default 'announced' check (state in ('announced', 'presented', 'closed', 'cancelled')),
  format text not null check (format in ('pain.008.001.02', 'pain.008.001.08')),
  -- Another program had made the file.
  loaded boolean not null default false,
  message_id text check (length(message_id) between 1 and 35),
  flow_id bigint,
  creditor_id text,
  -- The office tells those who have no e-mail address by itself.
  told_otherwise boolean not null default false,
  idempotency_key text,
  request_hash text,
  created_by bigint references users on delete set null,
  created_at timestamptz not null default now(),
  presented_at timestamptz,
  updated_at timestamptz not null default now(),
  foreign key (customer_id, account_id) references accounts (customer_id, account_id),
  foreign key (customer_id, flow_id) references flows (customer_id, flow_id),
  constraint presented_in_a_file check (state not in ('presented', 'closed')
    or (message_id is not null and flow_id is not null and creditor_id is not null and presented_at is not null))
);
create unique index debit_runs_by_key on debit_runs (customer_id, run_id);
create index debit_runs_by_day on debit_runs (customer_id, collect_on, run_id);
create index debit_runs_by_date on debit_runs (customer_id, created_at, run_id);
create index debit_runs_by_account on debit_runs (customer_id, account_id, run_id);
create index debit_runs_by_state on debit_runs (customer_id, state, run_id);
create index debit_runs_by_flow on debit_runs (customer_id, flow_id);
create unique index one_debit_run_per_message on debit_runs (customer_id, message_id, account_id) where message_id is not null;
create unique index one_debit_run_per_form on debit_runs (customer_id, idempotency_key) where idempotency_key is not null;
select protect('debit_runs', 'select, insert, update');
create trigger touch before update on debit_runs for each row execute function touch();
select limit_subusers_by_account('debit_runs', money_sections());
select keep_live('debit_runs', 'debits');

create function debit_run_moves_forward() returns trigger language plpgsql as $$
begin
  if new.state <> old.state and not (case old.state
    when 'announced' then new.state in ('presented', 'cancelled')
    when 'presented' then new.state in ('closed', 'cancelled')
    when 'closed' then false
    else false
  end) then
    raise exception 'run % may not go from % to %', old.run_id, old.state, new.state
      using errcode = '23514', constraint = 'debit_run_moves_forward';
  end if;
  return new;
end $$;
create trigger debit_run_moves_forward before update on debit_runs for each row execute function debit_run_moves_forward();

-- A debit goes from a saved source at the provider, or by a mandate, in a run, to the bank.
alter table debits
  alter column source_id drop not null,
  add column mandate_id bigint,
  add column run_id bigint,
  add column sequence text check (sequence in ('FRST', 'RCUR', 'OOFF', 'FNAL')),
  -- The group of the file in which it stands (PmtInfId), and its own reference there.
  add column block_id text,
  add column end_to_end_id text check (length(end_to_end_id) between 1 and 35),
  -- The payer's IBAN when it was presented.
  add column debtor_iban text,
  add column settled_on date,
  -- Who reported that the money arrived: movement:<id> of a statement, or a person.
  add column settled_by text,
  add foreign key (customer_id, mandate_id) references mandates (customer_id, mandate_id),
  add foreign key (customer_id, run_id) references debit_runs (customer_id, run_id),
  add constraint from_a_source_or_by_a_mandate check (num_nonnulls(source_id, mandate_id) = 1
    and (mandate_id is null) = (run_id is null) and (run_id is null or end_to_end_id is not null));
create index debits_by_mandate on debits (customer_id, mandate_id, debit_id) where mandate_id is not null;
create index debits_by_run on debits (customer_id, run_id, debit_id) where run_id is not null;
create unique index one_debit_per_reference_and_run on debits (run_id, end_to_end_id) where run_id is not null;
create index debits_by_reference on debits (customer_id, account_id, end_to_end_id) where end_to_end_id is not null;

-- A presented debit whose money came back after settlement: its own transaction.
create table debit_returns (
  return_id bigint generated always as identity primary key,
  customer_id bigint not null,
  account_id bigint not null,
  debit_id bigint not null,
  payment_id bigint not null,
  amount bigint not null check (amount > 0),
  -- The fee of the bank for the return, in cents.
  fee bigint not null default 0 check (fee >= 0),
  -- ISO 20022, such as AM04. Null: the bank did not say.
  reason text check (reason ~ '^[A-Z0-9]{4}$'),
  returned_on date not null,
  -- Who reported the return: movement:<id> of a statement, or a person.
  told_by text not null,
  actor text not null,
  created_at timestamptz not null default now(),
  foreign key (customer_id, account_id) references accounts (customer_id, account_id),
  foreign key (customer_id, debit_id) references debits (customer_id, debit_id),
  foreign key (customer_id, payment_id) references payments (customer_id, payment_id)
);
create unique index one_return_per_debit on debit_returns (debit_id);
create index debit_returns_by_day on debit_returns (customer_id, returned_on, return_id);
create index debit_returns_by_account on debit_returns (customer_id, account_id, returned_on);
create index debit_returns_by_debit on debit_returns (customer_id, debit_id);
create index debit_returns_by_payment on debit_returns (customer_id, payment_id);
select protect('debit_returns', 'select, insert');
select limit_subusers_by_account('debit_returns', money_sections());

/* An attempt at the bank: no provider knows it, so nobody asks one about it. Its payment has no provider_account, like money
   that the office registers. */
alter table payment_attempts drop constraint payment_attempts_provider_account_check;
alter table payment_attempts
  add constraint payment_attempts_provider_account_check check (provider_account in ('stripe', 'stripe2', 'bank')),
  add constraint the_bank_is_not_polled check (provider_account <> 'bank' or (next_check_at is null
    and provider_object is null and provider_charge is null and transfer_booked is null));
