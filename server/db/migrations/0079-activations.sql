/* Who of the back office looks at an office that awaits activation, and what they asked it for. The check list itself is computed
   (domain/registry/activation.ts). */
create table activations (
  customer_id bigint primary key references customers on delete cascade,
  taken_by bigint references users on delete set null,
  taken_by_name text,
  taken_at timestamptz,
  asked_text text,
  asked_by_name text,
  asked_at timestamptz,
  -- Why it was activated although something of the check list was missing.
  override_reason text,
  constraint taken_with_a_name check ((taken_by_name is null) = (taken_at is null)),
  constraint asked_with_a_name check (
    (asked_text is null) = (asked_at is null) and (asked_by_name is null) = (asked_at is null))
);
create index activations_by_taker on activations (taken_by);
select protect('activations', 'select');
select limit_subusers('activations', 'true', null, array['office']);
select keep_audit('activations', 'customers', 'customer_id', 'taken_by_name', array['taken_at', 'asked_at', 'asked_by_name']);
select keep_live('activations', 'customers');

-- The queue reads the few customers who wait.
create index customers_awaiting on customers (created_at, customer_id) where state = '0';
