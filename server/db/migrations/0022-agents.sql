-- The platform's fees, the agents who sell Saldo, and their commissions. Cents.

/* The platform's fees on customers' payments: one row when a fee is kept and one when it is given back, append-only, with
   the day in Rome. */
create table platform_fees (
  fee_id bigint generated always as identity primary key,
  customer_id bigint not null,
  payment_id bigint not null,
  -- Set for a kept fee. A fee that was given back names its refund.
  attempt_id bigint,
  refund_id bigint,
  -- restored: a refund that had given it back failed.
  kind text not null check (kind in ('kept', 'returned', 'restored')),
  amount bigint not null check (case when kind = 'returned' then amount < 0 else amount > 0 end),
  at timestamptz not null,
  day date not null generated always as ((at at time zone 'Europe/Rome')::date) stored,
  foreign key (customer_id, payment_id) references payments (customer_id, payment_id),
  check ((kind = 'kept') = (attempt_id is not null) and (kind = 'kept') = (refund_id is null))
);
create unique index one_fee_per_attempt on platform_fees (attempt_id) where kind = 'kept';
create index platform_fees_by_day on platform_fees (customer_id, day);
create index platform_fees_by_payment on platform_fees (customer_id, payment_id);
select protect('platform_fees', '');
revoke insert, update, delete on platform_fees from saldo_system, saldo_super;

create function platform_fees_are_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'what the platform kept is append-only'
    using errcode = '23514', constraint = 'platform_fees_are_append_only';
end $$;
create trigger append_only before update or delete on platform_fees
  for each row execute function platform_fees_are_append_only();

/* Closing a month waits until all fees that are being written have committed, and later fees get a later date. So no row
   falls into a month that was closed without it. */
create function lock_platform_fees() returns void language sql volatile
  return pg_advisory_xact_lock(7302);

create function keep_platform_fee() returns trigger language plpgsql security definer set search_path = public as $$
declare
  arrived timestamptz := (
    select settled_at from payments where customer_id = new.customer_id and payment_id = new.payment_id);
begin
  -- A payment that is inserted as already settled (by the demo) is dated when its money arrived; one whose money never
  -- arrived has no fee.
  if tg_op = 'INSERT' and arrived is null then
    return null;
  end if;
  perform pg_advisory_xact_lock_shared(7302);
  insert into platform_fees (customer_id, payment_id, attempt_id, kind, amount, at)
  values (new.customer_id, new.payment_id, new.attempt_id, 'kept', (new.request ->> 'application_fee_amount')::bigint,
    case tg_op when 'INSERT' then arrived else clock_timestamp() end)
  on conflict do nothing;
  return null;
end $$;
create trigger keep_platform_fee after update on payment_attempts for each row
  when (new.state = 'succeeded' and old.state <> 'succeeded' and (new.request ->> 'application_fee_amount')::bigint > 0)
  execute function keep_platform_fee();
create trigger keep_past_platform_fee after insert on payment_attempts for each row
  when (new.state in ('succeeded', 'returned', 'disputed', 'refunded')
    and (new.request ->> 'application_fee_amount')::bigint > 0)
  execute function keep_platform_fee();

/* The fee's share of a refund, rounded down as the provider does; the last refund takes all that is left. The domain's
   feeGivenBack says the same, and a test compares them. The caller that changes a refund has locked the payment, and the
   payment's own sums are already updated (payments_follow_changed_refunds). A refund that fails restores its share. */
create function return_platform_fee() returns trigger language plpgsql security definer set search_path = public as $$
declare
  gone boolean := new.state in ('pending', 'requires_action', 'succeeded');
  change bigint;
begin
  perform pg_advisory_xact_lock_shared(7302);
  select case
      when not gone then -coalesce(sum(f.amount) filter (where f.refund_id = new.refund_id), 0)
      when p.refunded = p.amount then -coalesce(sum(f.amount), 0)
      else -least(coalesce(sum(f.amount), 0), coalesce(sum(f.amount) filter (where f.kind = 'kept'), 0)::bigint * new.amount / p.amount)
    end
  into change
  from payments p left join platform_fees f on f.customer_id = p.customer_id and f.payment_id = p.payment_id
  where p.customer_id = new.customer_id and p.payment_id = new.payment_id
  group by p.refunded, p.amount;
  if change <> 0 then
    insert into platform_fees (customer_id, payment_id, refund_id, kind, amount, at)
    values (new.customer_id, new.payment_id, new.refund_id, case when gone then 'returned' else 'restored' end, change,
      clock_timestamp());
  end if;
  return null;
end $$;
create trigger return_platform_fee after update of state on refunds for each row
  when (new.request ->> 'refund_application_fee' = 'true'
    and (old.state in ('pending', 'requires_action', 'succeeded'))
      is distinct from (new.state in ('pending', 'requires_action', 'succeeded')))
  execute function return_platform_fee();

-- Agents, who sell Saldo.
create table agents (
  agent_id bigint generated by default as identity primary key,
  firstname text,
  lastname text,
  business_name text,
  name text not null generated always as (coalesce(business_name, firstname || ' ' || lastname)) stored,
  fiscal_code text,
  vat_number text,
  email text not null,
  phone text,
  -- Basis points of what the platform keeps.
  commission_bps integer not null check (commission_bps between 0 and 10000),
  -- The last day. Null: still active.
  ended_on date,
  folded text not null generated always as (
    fold(coalesce(business_name, '') || ' ' || coalesce(lastname, '') || ' ' || coalesce(firstname, '') || ' '
      || coalesce(fiscal_code, '') || ' ' || coalesce(vat_number, '') || ' ' || email || ' ' || coalesce(phone, ''))) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint an_agent_has_a_tax_number check (fiscal_code is not null or vat_number is not null)
);
create unique index one_agent_per_fiscal_code on agents (fiscal_code);
create unique index one_agent_per_vat_number on agents (vat_number);
create index agents_by_name on agents (name, agent_id);
create index agents_by_date on agents (created_at, agent_id);
create index agents_by_text on agents using gin (folded gin_trgm_ops);
select protect('agents', '');

-- Which customers an agent looks after, from when to when.
create table agent_customers (
  agent_customer_id bigint generated by default as identity primary key,
  agent_id bigint not null references agents,
  customer_id bigint not null references customers,
  from_date date not null,
  -- The last day. Null: still.
  to_date date check (to_date >= from_date),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- int8range of one number: a GiST index can compare it without another extension.
  constraint one_agent_at_a_time exclude using gist (
    int8range(customer_id, customer_id, '[]') with &&, daterange(from_date, to_date, '[]') with &&)
);
create index agent_customers_by_agent on agent_customers (agent_id, from_date, agent_customer_id);
create index agent_customers_by_customer on agent_customers (customer_id, from_date, agent_customer_id);
select protect('agent_customers', '');

-- An office knows who looks after it today and how to reach them, not what they earn.
grant select (agent_customer_id, agent_id, customer_id, from_date, to_date) on agent_customers to saldo_customer;
create policy own_agent on agent_customers for select to saldo_customer using (
  customer_id = actor_customer_id() and from_date <= today() and (to_date is null or to_date >= today()));
grant select (agent_id, name, email, phone) on agents to saldo_customer;
create policy own_agent on agents for select to saldo_customer using (
  agent_id in (select c.agent_id from agent_customers c));

-- An agent's earnings of a closed month. They never change.
create table commission_statements (
  statement_id bigint generated by default as identity primary key,
  agent_id bigint not null references agents,
  month date not null check (extract(day from month) = 1),
  title text not null generated always as (
    'Provvigioni ' || lpad(extract(month from month)::text, 2, '0') || '/' || extract(year from month)::text) stored,
  fees_cents bigint not null,
  reversed_cents bigint not null,
  base_cents bigint not null check (base_cents = fees_cents - reversed_cents),
  commission_cents bigint not null,
  status text not null default 'closed' check (status in ('closed', 'paid')),
  paid_on date,
  reference text,
  closed_at timestamptz not null default now(),
  closed_by bigint references users on delete set null,
  constraint one_statement_per_month unique (agent_id, month),
  constraint paid_says_when_and_how check ((status = 'paid') = (paid_on is not null and reference is not null))
);
select protect('commission_statements', '');

-- A statement's part for one customer.
create table commission_lines (
  statement_id bigint not null references commission_statements,
  customer_id bigint not null references customers,
  -- The customer's name at that time.
  business_name text not null,
  fees_cents bigint not null,
  reversed_cents bigint not null,
  base_cents bigint not null check (base_cents = fees_cents - reversed_cents),
  commission_bps integer not null,
  commission_cents bigint not null,
  primary key (statement_id, customer_id)
);
create index commission_lines_by_customer on commission_lines (customer_id);
select protect('commission_lines', '');

create function statement_stays() returns trigger language plpgsql as $$
begin
  /* Only the payment may change afterwards, and `closed_by` when that user is deleted. The title is a generated column, so
     it is still empty in a before trigger. */
  if tg_op = 'UPDATE' and (to_jsonb(new) - array['status', 'paid_on', 'reference', 'closed_by', 'title'])
      = (to_jsonb(old) - array['status', 'paid_on', 'reference', 'closed_by', 'title'])
    and (old.status = 'closed' or (new.status, new.paid_on, new.reference) = (old.status, old.paid_on, old.reference)) then
    return new;
  end if;
  raise exception 'a closed statement stays as it is' using errcode = '23514', constraint = 'statement_stays';
end $$;
create trigger statement_stays before update or delete on commission_statements
  for each row execute function statement_stays();
create function commission_line_stays() returns trigger language plpgsql as $$
begin
  raise exception 'a closed statement stays as it is' using errcode = '23514', constraint = 'statement_stays';
end $$;
create trigger commission_line_stays before update or delete on commission_lines
  for each row execute function commission_line_stays();

create function statement_is_its_lines() returns trigger language plpgsql as $$
begin
  if exists (
    select from commission_statements s
    left join lateral (
      select coalesce(sum(l.fees_cents), 0) as fees, coalesce(sum(l.reversed_cents), 0) as reversed,
        coalesce(sum(l.commission_cents), 0) as commission
      from commission_lines l where l.statement_id = s.statement_id) l on true
    where s.statement_id = new.statement_id
      and (s.fees_cents, s.reversed_cents, s.commission_cents) <> (l.fees, l.reversed, l.commission)) then
    raise exception 'statement % is not the sum of its lines', new.statement_id
      using errcode = '23514', constraint = 'statement_is_its_lines';
  end if;
  return null;
end $$;
create constraint trigger statement_is_its_lines after insert on commission_statements
  deferrable initially deferred for each row execute function statement_is_its_lines();
create constraint trigger lines_are_the_statement after insert on commission_lines
  deferrable initially deferred for each row execute function statement_is_its_lines();

insert into audit_nouns values ('agents', 'office');
select keep_audit('agents', 'agents', 'agent_id', 'name');
select keep_audit('commission_statements', 'agents', 'agent_id', 'title', array['title', 'statement_id']);

-- The audit log tells both the agent and the customer that they belong together, or no longer.
create function audit_agent_customer() returns trigger language plpgsql security definer set search_path = public as $$
declare
  which agent_customers := case when tg_op = 'DELETE' then old else new end;
  agent text := (select a.name from agents a where a.agent_id = which.agent_id);
  customer text := (select c.business_name from customers c where c.customer_id = which.customer_id);
  was jsonb := case when tg_op <> 'INSERT' then jsonb_strip_nulls(jsonb_build_object('from_date', old.from_date, 'to_date', old.to_date)) end;
  is_now jsonb := case when tg_op <> 'DELETE' then jsonb_strip_nulls(jsonb_build_object('from_date', new.from_date, 'to_date', new.to_date)) end;
begin
  perform audit(null, null, 'agents', which.agent_id, agent, 'changed',
    was || jsonb_build_object('customer_name', customer), is_now || jsonb_build_object('customer_name', customer));
  perform audit(which.customer_id, null, 'customers', which.customer_id, customer, 'changed',
    was || jsonb_build_object('agent_name', agent), is_now || jsonb_build_object('agent_name', agent));
  return null;
end $$;
revoke execute on function audit_agent_customer from public;
create trigger audit_insert_customer after insert on agent_customers for each row
  when (current_setting('saldo.bulk', true) is distinct from 'yes') execute function audit_agent_customer();
create trigger audit_update_customer after update on agent_customers for each row
  when ((old.from_date, old.to_date) is distinct from (new.from_date, new.to_date)) execute function audit_agent_customer();
create trigger audit_delete_customer after delete on agent_customers for each row execute function audit_agent_customer();
