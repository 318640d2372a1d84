/* Of a payment that goes on to a connected account the platform pays the provider's fee; until now the ledger charged it to
   the office. What is posted stays: an adjustment of its own moves it, for those named, once. Returns how many. */
create function move_provider_fees(of_attempts bigint[]) returns bigint language sql volatile
begin atomic
  with wrong as (
    select e.customer_id, e.account_id, e.subject_id, e.bill_id, e.payment_id, e.day, e.at, t.attempt_id,
      sum(l.amount)::bigint as fee
    from payment_attempts t
    join ledger_entries e on e.customer_id = t.customer_id and e.payment_id = t.payment_id
      and e.kind = 'collection_fee' and e.source = 'attempt:' || t.attempt_id
    join ledger_lines l on l.customer_id = e.customer_id and l.entry_id = e.entry_id and l.ledger_account = 'collection_fees'
    where t.attempt_id = any (of_attempts) and t.request ? 'transfer_data'
    group by 1, 2, 3, 4, 5, 6, 7, 8
  ), posted as (
    insert into ledger_entries (customer_id, account_id, subject_id, bill_id, payment_id, day, at, kind, source, description)
    select customer_id, account_id, subject_id, bill_id, payment_id, day, at, 'adjustment', 'provider_fee:' || attempt_id,
      'Commissione del provider a carico della piattaforma'
    from wrong where fee <> 0
    on conflict do nothing
    returning customer_id, entry_id, source
  ), lines as (
    insert into ledger_lines (customer_id, entry_id, ledger_account, amount)
    select p.customer_id, p.entry_id, l.ledger_account, l.sign * w.fee
    from posted p join wrong w on p.source = 'provider_fee:' || w.attempt_id
    cross join (values ('platform', 1), ('collection_fees', -1)) l (ledger_account, sign)
    returning 1
  )
  select count(*) / 2 from lines;
end;
revoke execute on function move_provider_fees from public;
grant execute on function move_provider_fees to saldo_system;

select move_provider_fees(array(select attempt_id from payment_attempts where transfer_booked = false));
