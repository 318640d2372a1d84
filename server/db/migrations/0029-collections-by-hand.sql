/* Collections that the office registers by hand: cash, cheque, postal slip and others beside the bank transfer; and the
   reversal (storno) of a registration. A reversal is an entry of its own on its own day: nothing is deleted, and the figures
   of earlier days stay as they were shown. Money in cents. */

alter table payments
  drop constraint payments_method_check,
  add constraint payments_method_check check (method in (
    'CARD', 'SEPA_DEBIT', 'KLARNA', 'BANK_TRANSFER', 'CASH', 'CHEQUE', 'POSTAL_SLIP', 'OTHER', 'CREDIT')),
  drop constraint payments_state_check,
  add constraint payments_state_check check (state in (
    'created', 'requires_action', 'processing', 'unknown', 'succeeded', 'failed', 'cancelled',
    'partly_refunded', 'refunded', 'disputed', 'reversed')),
  -- Money that was given back had come, so its registration was no slip.
  add constraint never_reverse_refunded check (state <> 'reversed' or refunded + refunding = 0);

-- One collection per idempotency key, also if a repeated request would list it under another bill.
drop index one_transfer_per_form;
create unique index one_collection_per_form on payments (customer_id, idempotency_key)
  where idempotency_key is not null and method in ('CASH', 'CHEQUE', 'POSTAL_SLIP', 'BANK_TRANSFER', 'OTHER');

alter table payment_allocations
  drop constraint payment_allocations_rule_check,
  add constraint payment_allocations_rule_check check (rule in (
    'named', 'oldest', 'interest_first', 'manual', 'refund', 'refund_failed', 'return', 'dispute', 'reversal'));

alter table ledger_entries
  drop constraint ledger_entries_kind_check,
  add constraint ledger_entries_kind_check check (kind in (
    'issue', 'amendment', 'credit_note', 'cancellation', 'brought', 'opening_credit',
    'collection', 'collection_reversed', 'collection_fee', 'credit_used', 'reallocation', 'adjustment',
    'return', 'return_fee', 'refund', 'refund_failed',
    'dispute', 'dispute_fee', 'dispute_won', 'dispute_lost',
    'transfer', 'transfer_reversed', 'application_fee', 'application_fee_back', 'office_debt', 'office_debt_paid',
    'payout', 'payout_arrived', 'payout_failed'));

-- The reversal of a registered collection: at most one for each, for ever.
create table collection_reversals (
  payment_id bigint primary key,
  customer_id bigint not null,
  account_id bigint not null,
  reason text not null check (reason in ('other_person', 'other_amount', 'by_mistake')),
  note text,
  -- The collection registered in its place, in the same transaction.
  replaced_by bigint,
  idempotency_key text,
  actor text not null,
  created_by bigint references users on delete set null,
  at timestamptz not null default now(),
  constraint replaced_for_a_reason check ((reason = 'by_mistake') = (replaced_by is null)),
  foreign key (customer_id, account_id) references accounts (customer_id, account_id),
  foreign key (customer_id, payment_id) references payments (customer_id, payment_id),
  foreign key (customer_id, replaced_by) references payments (customer_id, payment_id)
);
create unique index collection_reversals_by_key on collection_reversals (customer_id, payment_id);
create unique index collection_reversals_by_replacement on collection_reversals (customer_id, replaced_by)
  where replaced_by is not null;
select protect('collection_reversals', 'select, insert');
select limit_subusers_by_account('collection_reversals', money_sections());
revoke update, delete on collection_reversals from saldo_system, saldo_super;
-- A receipt says that it is void to whoever may open it.
create policy of_own_payments on collection_reversals for select to saldo_link, saldo_consumer
  using (payment_id in (select p.payment_id from payments p));
grant select on collection_reversals to saldo_link, saldo_consumer;
select keep_live('collection_reversals', 'payments');

-- A reversed payment stays reversed: whatever comes later is a payment of its own.
create function reversed_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'payment % is reversed', old.payment_id using errcode = '23514', constraint = 'reversed_is_final';
end $$;
create trigger reversed_is_final before update of state, amount, refunded, refunding on payments
  for each row when (old.state = 'reversed' and (new.state, new.amount, new.refunded, new.refunding)
    is distinct from (old.state, old.amount, old.refunded, old.refunding))
  execute function reversed_is_final();
