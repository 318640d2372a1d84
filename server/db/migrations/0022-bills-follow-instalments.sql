-- As before, with sums that stay bigint: bill_phase takes no numeric.
create or replace function refresh_bills() returns trigger language plpgsql as $$
begin
  update bills b
  set settled = i.settled,
      pending = i.pending,
      next_due_date = i.next_due_date,
      phase = bill_phase(b.status, b.standing, b.amount, i.settled, i.pending),
      updated_at = now()
  from (
    select bill_id, sum(settled)::bigint as settled, sum(pending)::bigint as pending,
      coalesce(min(due_date) filter (where settled < amount), max(due_date)) as next_due_date
    from bill_instalments
    where bill_id in (select c.bill_id from changed c)
    group by bill_id
  ) i
  where b.bill_id = i.bill_id;
  return null;
end $$;
