/* The postal slip (bollettino) on the bills of a condominium. Its account is the condominium's own, if that is a postal one: so
   no slip asks for money on an account that nobody confirmed. */
create table postal_slips (
  account_id bigint primary key,
  customer_id bigint not null,
  -- 896: the amount is printed; 674: the payer writes it.
  slip_kind text not null check (slip_kind in ('896', '674')),
  -- The holder of the account, as the post prints it.
  slip_holder text not null check (char_length(slip_holder) between 1 and 80),
  -- The post's authorisation to print slips, as it is quoted on them.
  slip_authorisation text check (char_length(slip_authorisation) <= 60),
  updated_at timestamptz not null default now(),
  foreign key (customer_id, account_id) references accounts (customer_id, account_id) on delete cascade
);
create index postal_slips_by_customer on postal_slips (customer_id, account_id);
select protect('postal_slips', 'select, insert, update, delete');
select limit_subusers_by_account('postal_slips', array['accounts'], read => array['accounts', 'bills']);
select keep_audit('postal_slips', 'accounts', 'account_id', 'slip_kind');
select keep_live('postal_slips', 'accounts', array['insert', 'update', 'delete']);

-- Whoever has the link of a bill prints it: with the slip, or with the notice that the bank sent for it.
create policy own_bill on postal_slips for select to saldo_link
  using (account_id = (select b.account_id from bills b where b.bill_id = actor_bill_id()));
grant select on postal_slips to saldo_link;
create policy own_bill on notices for select to saldo_link using (bill_id = actor_bill_id());
grant select on notices to saldo_link;
