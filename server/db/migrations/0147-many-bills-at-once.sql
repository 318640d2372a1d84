/* As before, but whether anything that is asked has changed is found in one pass over the bills. Joined under `exists`, Postgres
   believed that the first pair would do and compared each bill with each: twenty thousand of them took two minutes. */
create or replace function post_changed_bills() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if not exists (
    select bill_id, status, amount, subject_id, account_id from changed
    except
    select bill_id, status, amount, subject_id, account_id from before
  ) then
    return null;
  end if;
  with moved as (
    select n.* from changed n join before o on o.bill_id = n.bill_id
    where (n.status, n.amount, n.subject_id, n.account_id) is distinct from (o.status, o.amount, o.subject_id, o.account_id)
  ), told as (
    select m.bill_id, e.subject_id, e.account_id, -sum(l.amount)::bigint as asked
    from moved m
    join ledger_lines l on l.customer_id = m.customer_id and l.bill_id = m.bill_id and l.ledger_account = 'billed'
    join ledger_entries e on e.customer_id = l.customer_id and e.entry_id = l.entry_id
    group by 1, 2, 3
  ), differences as (
    select bill_id, subject_id, account_id, coalesce(w.asked, 0) - coalesce(t.asked, 0) as amount
    from told t
    full join (
      select bill_id, subject_id, account_id, case when status = 'issued' then amount else 0 end as asked from moved
    ) w using (bill_id, subject_id, account_id)
    where coalesce(w.asked, 0) <> coalesce(t.asked, 0)
  ), posted as (
    insert into ledger_entries (customer_id, account_id, subject_id, bill_id, kind, source, description, day)
    select m.customer_id, d.account_id, d.subject_id, m.bill_id, k.kind,
      case k.kind when 'issue' then 'bill:' || m.bill_id
        else concat_ws(':', 'bill', m.bill_id, d.account_id, d.subject_id,
          (select count(*) from ledger_lines l where l.customer_id = m.customer_id and l.bill_id = m.bill_id)) end,
      case k.kind when 'issue' then 'Bolletta ' || m.number || ': ' || m.description
        when 'cancellation' then 'Annullata la bolletta ' || m.number
        else 'Rettifica della bolletta ' || m.number end,
      case k.kind when 'issue' then m.issue_date else greatest(today(), m.issue_date) end
    from differences d
    join moved m on m.bill_id = d.bill_id
    cross join lateral (select case when m.status = 'cancelled' then 'cancellation'
      when not exists (select from told t where t.bill_id = m.bill_id) then 'issue' else 'amendment' end as kind) k
    returning customer_id, entry_id, bill_id, subject_id, account_id
  )
  insert into ledger_lines (customer_id, entry_id, ledger_account, amount, bill_id)
  select p.customer_id, p.entry_id, l.ledger_account, l.sign * d.amount, p.bill_id
  from posted p
  join differences d on d.bill_id = p.bill_id and d.subject_id = p.subject_id and d.account_id = p.account_id
  cross join (values ('receivables', 1), ('billed', -1)) l (ledger_account, sign);
  return null;
end $$;
