/* The rules of money transfers, which PostgreSQL itself holds: who may approve, how much, when, and which state follows
   which. */

-- The allowed state changes. A test compares them with the domain's moneyTransferTransitions.
create table money_transfer_transitions (
  from_state text not null,
  to_state text not null,
  primary key (from_state, to_state)
);
grant select on money_transfer_transitions to saldo_customer, saldo_super, saldo_system;
insert into money_transfer_transitions (from_state, to_state) values
  ('requested', 'approved'), ('requested', 'refused'), ('requested', 'withdrawn'), ('requested', 'expired'),
  ('approved', 'unknown'), ('approved', 'sent'), ('approved', 'paid'), ('approved', 'failed'), ('approved', 'cancelled'),
  ('unknown', 'sent'), ('unknown', 'paid'), ('unknown', 'failed'), ('unknown', 'cancelled'),
  ('sent', 'paid'), ('sent', 'failed'), ('sent', 'cancelled'),
  -- A bank may send it back days later.
  ('paid', 'failed');

/* The limits that hold for an office: its own, or those for every office; and the last rows, which say who set them. */
create function money_transfer_limits_of(of_customer_id bigint)
  returns table (office_day_limit bigint, all_day_limit bigint, payer_name text, payer_iban text, set_by bigint[])
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select coalesce(o.office_day_limit, g.office_day_limit), g.all_day_limit, g.payer_name, g.payer_iban,
    array_remove(array[g.set_by, o.set_by], null)
  from (select l.* from money_transfer_limits l where l.customer_id is null order by l.limit_id desc limit 1) g
  left join (select l.* from money_transfer_limits l where l.customer_id = of_customer_id order by l.limit_id desc limit 1) o
    on true;
end;
revoke execute on function money_transfer_limits_of from public;
grant execute on function money_transfer_limits_of to saldo_super, saldo_system;

/* What counts towards the limits of a day: what was approved on it and did not fail; `open`: what waits for approval. */
create function money_moved_on(of_day date, of_customer_id bigint, without_id bigint)
  returns table (office bigint, every bigint, office_open bigint, every_open bigint)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select coalesce(sum(t.amount) filter (where a.approved_at is not null and t.customer_id = of_customer_id), 0)::bigint,
    coalesce(sum(t.amount) filter (where a.approved_at is not null), 0)::bigint,
    coalesce(sum(t.amount) filter (where a.approved_at is null and t.customer_id = of_customer_id), 0)::bigint,
    coalesce(sum(t.amount) filter (where a.approved_at is null), 0)::bigint
  from money_transfers t
  left join money_transfer_approvals a on a.money_transfer_id = t.money_transfer_id
  where t.money_transfer_id is distinct from without_id
    and ((a.approved_at is not null and (a.approved_at at time zone 'Europe/Rome')::date = of_day
        and t.state not in ('failed', 'cancelled'))
      or (t.state = 'requested' and t.expires_at > now()));
end;
revoke execute on function money_moved_on from public;
grant execute on function money_moved_on to saldo_super, saldo_system;

/* Why this amount may not be moved now, as a code; null if it may. `of_transfer`: one that waits for approval or, by file, for
   the bank; null: a new one. The limits hold for the day of the approval, so what is approved is not counted again. */
create function money_transfer_refusal(of_account_id bigint, wanted bigint, of_transfer bigint) returns text
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  b movable_balances;
  t money_transfers;
  l record;
  moved record;
begin
  select * into b from movable_balances m where m.account_id = of_account_id;
  if not found then
    return 'no_account';
  end if;
  if b.refusal is not null then
    return b.refusal;
  end if;
  if of_transfer is not null then
    select * into t from money_transfers m where m.money_transfer_id = of_transfer;
    if t.iban is distinct from b.iban then
      return 'iban_other';
    end if;
    if t.way is distinct from b.way or t.destination is distinct from b.destination
       or t.provider_account is distinct from b.provider_account then
      return 'way_other';
    end if;
  end if;
  -- A transfer that waits is itself among what is reserved.
  if wanted > b.free + coalesce(t.amount, 0) then
    return 'more_than_movable';
  end if;
  if t.state = 'approved' then
    return null;
  end if;
  select * into l from money_transfer_limits_of(b.customer_id);
  select * into moved from money_moved_on(today(), b.customer_id, of_transfer);
  if of_transfer is null then
    moved.office := moved.office + moved.office_open;
    moved.every := moved.every + moved.every_open;
  end if;
  if moved.office + wanted > l.office_day_limit then
    return 'office_limit';
  end if;
  if moved.every + wanted > l.all_day_limit then
    return 'day_limit';
  end if;
  return null;
end $$;
revoke execute on function money_transfer_refusal from public;
-- A super user who has chosen an office reads its transfers as saldo_customer.
grant execute on function money_transfer_refusal to saldo_super, saldo_customer, saldo_system;

create function refuse_money_transfer(why text) returns void language plpgsql as $$
begin
  if why is not null then
    raise exception 'money transfer refused: %', why using errcode = '23514', constraint = 'money_transfer_' || why;
  end if;
end $$;

/* One request or approval at a time, so that two cannot both use the same balance or the rest of a limit. */
create function lock_money_transfers() returns void language sql
begin atomic
  select pg_advisory_xact_lock(hashtext('money_transfers'));
end;

create function money_transfer_begins() returns trigger language plpgsql as $$
begin
  -- Without a person only what is over already may be written: nothing follows from it.
  if actor_user_id() is null then
    if new.state not in ('refused', 'withdrawn', 'expired') then
      perform refuse_money_transfer('needs_a_person');
    end if;
    return new;
  end if;
  if new.state <> 'requested' or new.requested_by is distinct from actor_user_id() or new.closed_by is not null
     or new.file_taken_by is not null or new.asked_at is not null or new.provider_object is not null or new.sent_on is not null
     or new.requested_at <> now() or new.expires_at > now() + interval '7 days' then
    perform refuse_money_transfer('begins_as_request');
  end if;
  perform lock_money_transfers();
  if not exists (
    select from movable_balances b where b.customer_id = new.customer_id and b.account_id = new.account_id
      and b.way = new.way and b.destination is not distinct from new.destination and b.iban = new.iban
      and b.provider_account = new.provider_account
  ) then
    perform refuse_money_transfer('way_other');
  end if;
  perform refuse_money_transfer(money_transfer_refusal(new.account_id, new.amount, null));
  return new;
end $$;
create trigger begins before insert on money_transfers for each row execute function money_transfer_begins();

/* Returns why this user may not free the money of a transfer, as a code; null if they may. Cancelling a transfer frees its
   money, and so does recording that the bank rejected or returned it. Whoever downloaded the file may still give it to the bank,
   so they must not free the money: it could be moved twice. */
create function money_transfer_free_refusal(of_transfer bigint, freer bigint) returns text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select case
    when freer is null or freer = k.taken_by then 'freed_by_another_person'
    else second_person_refusal(k.taken_by, freer)
  end as why
  from money_transfer_file_takings k where k.money_transfer_id = of_transfer
  order by (freer is null or freer = k.taken_by) desc, second_person_refusal(k.taken_by, freer) nulls last
  limit 1;
end;
revoke execute on function money_transfer_free_refusal from public;
grant execute on function money_transfer_free_refusal to saldo_super, saldo_customer, saldo_system;

create function money_transfer_moves() returns trigger language plpgsql as $$
begin
  if (new.money_transfer_id, new.customer_id, new.account_id, new.way, new.provider_account, new.amount, new.iban, new.beneficiary,
      new.reason, new.requested_by, new.requested_by_name, new.requested_at, new.expires_at)
     is distinct from
     (old.money_transfer_id, old.customer_id, old.account_id, old.way, old.provider_account, old.amount, old.iban, old.beneficiary,
      old.reason, old.requested_by, old.requested_by_name, old.requested_at, old.expires_at)
     or (new.destination, new.payer_name, new.payer_iban, new.idempotency_key, new.request_hash)
     is distinct from (old.destination, old.payer_name, old.payer_iban, old.idempotency_key, old.request_hash) then
    perform refuse_money_transfer('request_never_changes');
  end if;
  if old.provider_object is not null and new.provider_object is distinct from old.provider_object
     or old.asked_at is not null and new.asked_at is distinct from old.asked_at
     or old.closed_by is not null and new.closed_by is distinct from old.closed_by
     or old.file_taken_at is not null and (new.file_taken_at, new.file_taken_by, new.file_taken_by_name)
       is distinct from (old.file_taken_at, old.file_taken_by, old.file_taken_by_name) then
    perform refuse_money_transfer('said_once');
  end if;
  if old.file_taken_at is null and new.file_taken_at is not null then
    if new.way <> 'file' or old.state <> 'approved' or new.state <> 'approved'
       or new.file_taken_by is distinct from actor_user_id() or new.file_taken_at <> now()
       or not exists (select from money_transfer_file_takings k
         where k.money_transfer_id = new.money_transfer_id and k.taken_by = new.file_taken_by) then
      perform refuse_money_transfer('taken_by_oneself');
    end if;
    perform refuse_money_transfer(money_transfer_refusal(new.account_id, new.amount, new.money_transfer_id));
  end if;
  if new.state <> old.state then
    if not exists (
      select from money_transfer_transitions x where x.from_state = old.state and x.to_state = new.state
    ) then
      perform refuse_money_transfer('moves_forward');
    end if;
    -- Only its approval makes it approved, and whatever follows needs one.
    if new.state in ('approved', 'unknown', 'sent', 'paid', 'failed')
       and not exists (select from money_transfer_approvals a where a.money_transfer_id = new.money_transfer_id) then
      perform refuse_money_transfer('needs_approval');
    end if;
    if new.state in ('cancelled', 'failed') then
      perform refuse_money_transfer(money_transfer_free_refusal(old.money_transfer_id, actor_user_id()));
    end if;
    if new.state = 'withdrawn' and actor_user_id() is distinct from new.requested_by then
      perform refuse_money_transfer('withdrawn_by_another');
    end if;
    if new.state = 'refused' and (actor_user_id() is null or new.closed_by is distinct from actor_user_id()
       or actor_user_id() = new.requested_by) then
      perform refuse_money_transfer('refused_by_another');
    end if;
  end if;
  new.updated_at := now();
  return new;
end $$;
create trigger moves before update on money_transfers for each row execute function money_transfer_moves();

/* Who may not approve: besides who asked, who is no second person to them, who asked for the condominium's present IBAN or
   confirmed it, and who last set the limits that hold. */
create function money_transfer_approver_refusal(of_transfer bigint, approver bigint) returns text
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  t money_transfers;
  why text;
begin
  select * into t from money_transfers m where m.money_transfer_id = of_transfer;
  if approver = t.requested_by then
    return 'approved_by_another_person';
  end if;
  why := second_person_refusal(t.requested_by, approver);
  if why is not null then
    return why;
  end if;
  if exists (
    select from (select c.requested_by, c.decided_by from iban_changes c
      where c.account_id = t.account_id and c.state = 'confirmed'
      order by c.decided_at desc, c.iban_change_id desc limit 1) last
    where approver in (last.requested_by, last.decided_by)
  ) then
    return 'changed_the_iban';
  end if;
  if exists (select from money_transfer_limits_of(t.customer_id) l where approver = any (l.set_by)) then
    return 'set_the_limits';
  end if;
  return null;
end $$;
revoke execute on function money_transfer_approver_refusal from public;
grant execute on function money_transfer_approver_refusal to saldo_super, saldo_customer, saldo_system;

create function money_transfer_is_approved() returns trigger language plpgsql as $$
declare
  t money_transfers;
begin
  perform lock_money_transfers();
  select * into t from money_transfers m where m.money_transfer_id = new.money_transfer_id for update;
  if new.approved_by is distinct from actor_user_id() or new.approved_at <> now() then
    perform refuse_money_transfer('approved_by_oneself');
  end if;
  if t.state is distinct from 'requested' then
    perform refuse_money_transfer('moves_forward');
  end if;
  if t.expires_at <= now() then
    perform refuse_money_transfer('expired');
  end if;
  perform refuse_money_transfer(money_transfer_approver_refusal(t.money_transfer_id, new.approved_by));
  perform refuse_money_transfer(money_transfer_refusal(t.account_id, t.amount, t.money_transfer_id));
  return new;
end $$;
create trigger is_approved before insert on money_transfer_approvals
  for each row execute function money_transfer_is_approved();

create function approval_moves_transfer() returns trigger language plpgsql as $$
begin
  update money_transfers set state = 'approved', next_check_at = case way when 'payout' then now() + interval '1 minute' end
  where money_transfer_id = new.money_transfer_id;
  return null;
end $$;
create trigger moves_transfer after insert on money_transfer_approvals
  for each row execute function approval_moves_transfer();

create function approval_is_final() returns trigger language plpgsql as $$
begin
  perform refuse_money_transfer('approval_is_final');
  return null;
end $$;
create trigger is_final before update or delete on money_transfer_approvals
  for each row execute function approval_is_final();

create function money_transfer_file_is_taken() returns trigger language plpgsql as $$
declare
  t money_transfers;
begin
  select * into t from money_transfers m where m.money_transfer_id = new.money_transfer_id for update;
  if t.way is distinct from 'file' or t.state not in ('approved', 'sent')
     or new.taken_by is distinct from actor_user_id() or new.taken_at <> now() then
    perform refuse_money_transfer('taken_by_oneself');
  end if;
  return new;
end $$;
create trigger is_taken before insert on money_transfer_file_takings
  for each row execute function money_transfer_file_is_taken();

-- The first taking dates the file.
create function taking_dates_the_file() returns trigger language plpgsql as $$
begin
  update money_transfers
  set file_taken_by = new.taken_by, file_taken_by_name = new.taken_by_name, file_taken_at = new.taken_at
  where money_transfer_id = new.money_transfer_id and file_taken_at is null;
  return null;
end $$;
create trigger dates_the_file after insert on money_transfer_file_takings
  for each row execute function taking_dates_the_file();

create function taking_is_final() returns trigger language plpgsql as $$
begin
  perform refuse_money_transfer('taking_is_final');
  return null;
end $$;
create trigger is_final before update or delete on money_transfer_file_takings
  for each row execute function taking_is_final();

-- A row of limits says who sets it, and never changes.
create function limits_are_set() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform refuse_money_transfer('limits_never_change');
  end if;
  if new.set_by is distinct from actor_user_id() or new.set_by is null then
    perform refuse_money_transfer('limits_set_by_oneself');
  end if;
  return new;
end $$;
create trigger are_set before insert or update or delete on money_transfer_limits
  for each row execute function limits_are_set();
