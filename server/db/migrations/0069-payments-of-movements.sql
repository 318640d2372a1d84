-- The payments whose money a recognised movement of a bank account carried (debits, notices) or took back. The section that
-- recognised it settled their bills; transfers have their matches. Append-only.
create table movement_payments (
  customer_id bigint not null,
  account_id bigint not null,
  movement_id bigint not null,
  payment_id bigint not null,
  is_return boolean not null,
  primary key (movement_id, payment_id),
  foreign key (customer_id, account_id) references accounts (customer_id, account_id),
  foreign key (customer_id, movement_id) references bank_movements (customer_id, movement_id),
  foreign key (customer_id, payment_id) references payments (customer_id, payment_id)
);
create index movement_payments_by_payment on movement_payments (customer_id, payment_id);
create index movement_payments_by_account on movement_payments (customer_id, account_id);
select protect('movement_payments', 'select, insert');
select limit_subusers_by_account('movement_payments', array['payments']);
select keep_live('movement_payments', 'transfers', array['insert']);
