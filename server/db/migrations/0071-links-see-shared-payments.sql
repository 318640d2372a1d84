-- A payment over several bills is seen from the link of each, not of the first alone.
create function is_for_own_bill(wanted_payment_id bigint) returns boolean language sql stable as $$
  select exists (select from payment_bills pb where pb.payment_id = wanted_payment_id and pb.bill_id = actor_bill_id())
$$;
alter policy of_own_bill on payments using (bill_id = actor_bill_id() or is_for_own_bill(payment_id));
alter policy of_own_bill on payment_attempts using (bill_id = actor_bill_id() or is_for_own_bill(payment_id));
