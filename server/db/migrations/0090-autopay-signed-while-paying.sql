/* Autopay signed while paying, and the link by which whoever has no account pauses and revokes it. */

-- The payer asks, with this payment, that the next ones be debited like it: until the autopay has begun, or cannot.
alter table payment_attempts add column wants_autopay boolean not null default false;
-- The cap in cents that they chose. Null: none.
alter table payment_attempts add column autopay_cap bigint check (autopay_cap > 0);
select let_queries_read('payment_attempts',
  'attempt_id, customer_id, bill_id, payment_id, state, provider_account, source_id, off_session, keeps_method,
   rule, provider_object, provider_charge, provider_mandate, failure_code, transfer_booked, confirm_started_at,
   next_check_at, checks, created_at, updated_at, wants_autopay, autopay_cap');

/* Whether the tick is offered with this bill: no autopay of its person pays its condominium, or the one that there is stands still
   because of its method or of failed debits. The holder of a link learns it of their own bill, and nothing else of it. */
create function autopay_is_open(of_bill_id bigint) returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select not exists (
    select from bills b
    join autopays p on p.customer_id = b.customer_id and p.account_id = b.account_id and p.subject_id = b.subject_id
    where b.bill_id = of_bill_id and (p.state = 'active' or (p.state = 'paused' and p.pause_reason = 'payer')))
  and (actor_bill_id() is null or actor_bill_id() = of_bill_id);
end;
revoke execute on function autopay_is_open from public;
grant execute on function autopay_is_open to saldo_link, saldo_consumer;

-- Opens one autopay, for a year. It is mailed with each notice; only the token's SHA-256 is kept.
create table autopay_links (
  autopay_link_id bigint generated always as identity primary key,
  customer_id bigint not null,
  autopay_id bigint not null,
  token_hash bytea not null unique,
  expires_at timestamptz not null default now() + interval '1 year',
  created_at timestamptz not null default now(),
  foreign key (customer_id, autopay_id) references autopays (customer_id, autopay_id)
);
create index autopay_links_by_autopay on autopay_links (customer_id, autopay_id, autopay_link_id);
select protect('autopay_links', '');

/* Turns this transaction into the holder of such a link, found by the SHA-256 of its token. No row: there is no such link. One
   that expired is still found, so that the page can say so. */
create function find_autopay_link(wanted bytea)
  returns table (autopay_id bigint, customer_id bigint, expired boolean)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select l.autopay_id, l.customer_id, l.expires_at <= now() from autopay_links l where l.token_hash = wanted;
end;
revoke execute on function find_autopay_link from public;
grant execute on function find_autopay_link to saldo_server;

create function become_autopay_link(wanted bytea)
  returns table (autopay_id bigint, customer_id bigint, expired boolean) language plpgsql as $$
begin
  select f.autopay_id, f.customer_id, f.expired into autopay_id, customer_id, expired from find_autopay_link(wanted) f;
  if not found then
    return;
  end if;
  perform enter('saldo_link', customer_id, null, null);
  return next;
end $$;

/* Whose history shows it: the person's, who begins, pauses and revokes it. */
drop trigger audit_insert on autopays;
drop trigger audit_update on autopays;
drop trigger audit_delete on autopays;
select keep_audit('autopays', 'subjects', 'subject_id', 'account_id', array['autopay_id', 'resumed_at', 'created_by'],
  '(old.state, old.pause_reason, old.paused_until, old.cap, old.source_id)
    is distinct from (new.state, new.pause_reason, new.paused_until, new.cap, new.source_id)');
