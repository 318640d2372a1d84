-- The bank at which a person pays RiBa: a RiBa is drawn on it. Not an account, and nothing is paid to it.
create table debtor_banks (
  customer_id bigint not null,
  subject_id bigint primary key,
  abi text not null check (abi ~ '^[0-9]{5}$' and abi <> '00000'),
  cab text not null check (cab ~ '^[0-9]{5}$' and cab <> '00000'),
  updated_at timestamptz not null default now(),
  foreign key (customer_id, subject_id) references subjects (customer_id, subject_id) on delete cascade
);
create index debtor_banks_by_customer on debtor_banks (customer_id, subject_id);
select protect('debtor_banks', 'select, insert, update, delete');
select limit_subusers_by_parent('debtor_banks', 'subjects', 'subject_id', array['payments'], read => money_sections());
select keep_audit('debtor_banks', 'subjects', 'subject_id', 'abi');
select keep_live('debtor_banks', 'notices', array['insert', 'update', 'delete']);
