/* What befell a bill is told by cents, and its phase is one function of them: no act sets a bill's standing by hand. */

alter table bill_instalments
  -- Of what is not settled, what had been paid and came back (debit returned, dispute lost), or was refunded.
  add column returned bigint not null default 0 check (returned >= 0),
  add column refunded bigint not null default 0 check (refunded >= 0);
alter table bills
  add column returned bigint not null default 0,
  add column refunded bigint not null default 0,
  -- A bank is deciding about a payment that settles it.
  add column disputed boolean not null default false;

-- What is settled again no longer counts as returned or refunded.
create function came_back_is_unsettled() returns trigger language plpgsql as $$
begin
  new.returned := least(new.returned, greatest(new.amount - new.settled, 0));
  new.refunded := least(new.refunded, greatest(new.amount - new.settled - new.returned, 0));
  return new;
end $$;
create trigger came_back_is_unsettled before update on bill_instalments
  for each row when (new.returned > 0 or new.refunded > 0) execute function came_back_is_unsettled();

create function bill_phase(status text, disputed boolean, amount bigint, settled bigint, pending bigint, returned bigint,
  refunded bigint) returns text language sql immutable parallel safe
  return case
    when status <> 'issued' then status
    when disputed then 'disputed'
    when pending > 0 then 'pending'
    when settled >= amount then 'paid'
    when returned > 0 then 'returned'
    when settled = 0 and refunded > 0 then 'refunded'
    when settled > 0 then 'partly_paid'
    else 'open'
  end;

update bill_instalments i set returned = i.amount - i.settled
from bills b where b.bill_id = i.bill_id and b.standing = 'returned' and i.settled < i.amount;
update bill_instalments i set refunded = i.amount - i.settled
from bills b where b.bill_id = i.bill_id and b.standing = 'refunded' and i.settled < i.amount;
update bills set disputed = true where standing = 'disputed';

create or replace function refresh_bills() returns trigger language plpgsql as $$
begin
  update bills b
  set settled = i.settled,
      pending = i.pending,
      returned = i.returned,
      refunded = i.refunded,
      next_due_date = i.next_due_date,
      phase = bill_phase(b.status, b.disputed, b.amount, i.settled, i.pending, i.returned, i.refunded),
      updated_at = now()
  from (
    select bill_id, sum(settled)::bigint as settled, sum(pending)::bigint as pending, sum(returned)::bigint as returned,
      sum(refunded)::bigint as refunded,
      coalesce(min(due_date) filter (where settled < amount), max(due_date)) as next_due_date
    from bill_instalments
    where bill_id in (select c.bill_id from changed c)
    group by bill_id
  ) i
  where b.bill_id = i.bill_id
    and (b.settled, b.pending, b.returned, b.refunded, b.next_due_date, b.phase) is distinct from
      (i.settled, i.pending, i.returned, i.refunded, i.next_due_date,
        bill_phase(b.status, b.disputed, b.amount, i.settled, i.pending, i.returned, i.refunded));
  return null;
end $$;

drop trigger phase_follows on bills;
create or replace function rephase_bill() returns trigger language plpgsql as $$
begin
  new.phase := bill_phase(new.status, new.disputed, new.amount, new.settled, new.pending, new.returned, new.refunded);
  return new;
end $$;
create trigger phase_follows before insert or update of status, disputed, amount on bills
  for each row execute function rephase_bill();

update bills b set returned = i.returned, refunded = i.refunded
from (select bill_id, sum(returned)::bigint as returned, sum(refunded)::bigint as refunded
  from bill_instalments group by bill_id) i
where i.bill_id = b.bill_id and (i.returned, i.refunded) <> (0, 0);
update bills set phase = bill_phase(status, disputed, amount, settled, pending, returned, refunded)
where phase <> bill_phase(status, disputed, amount, settled, pending, returned, refunded);

alter table bills drop column standing;
drop function bill_phase(text, text, bigint, bigint, bigint);
alter table bills add constraint cancelled_holds_no_money check (status <> 'cancelled' or settled + pending = 0);

-- The audit log leaves out what follows from money, as before.
drop trigger audit_insert on bills;
drop trigger audit_update on bills;
drop trigger audit_delete on bills;
select keep_audit('bills', 'bills', 'bill_id', 'number',
  array['settled', 'pending', 'returned', 'refunded', 'disputed', 'next_due_date', 'phase', 'residue', 'import_id', 'import_key'],
  $c$(old.status, old.amount, old.number, old.description, old.subject_id, old.account_id, old.unit, old.issue_date, old.link_version)
    is distinct from
    (new.status, new.amount, new.number, new.description, new.subject_id, new.account_id, new.unit, new.issue_date, new.link_version)$c$);
