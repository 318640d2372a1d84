/* An IBAN that is on file decides where residents' money goes. So an office changes it only by a confirmed request, whatever
   act runs; and only a full user confirms one. The first IBAN of a condominium needs no other person, but is written down in
   the same table, as a row that was confirmed at once and has no IBAN of before. */
create function keep_confirmed_iban() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if current_setting('role', true) in ('saldo_customer', 'saldo_subuser') and not actor_is_super_user() and not exists (
    select from iban_changes c
    where c.customer_id = new.customer_id and c.account_id = new.account_id and c.state = 'confirmed' and c.decided_at = now()
      and c.old_iban = old.iban and c.new_iban = new.iban
  ) then
    raise exception 'this IBAN changes only by a confirmed request'
      using errcode = '23514', constraint = 'iban_is_confirmed';
  end if;
  return null;
end $$;
revoke execute on function keep_confirmed_iban from public;
create trigger keep_confirmed_iban after update of iban on accounts
  for each row when (old.iban is not null and old.iban is distinct from new.iban) execute function keep_confirmed_iban();

-- A request begins as one that waits; only where there was no IBAN may it hold at once.
create policy begins_waiting on iban_changes as restrictive for insert to saldo_customer
  with check (state = 'pending' or old_iban is null);
create policy never_confirms on iban_changes as restrictive for update to saldo_subuser
  using (true) with check (state <> 'confirmed');

/* Whether there is a bill of a condominium, also for somebody who may see condominiums and no bills. The caller has checked
   that the actor sees the condominium. */
create function account_has_bills(of_customer_id bigint, of_account_id bigint) returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select exists (select from bills b where b.customer_id = of_customer_id and b.account_id = of_account_id);
end;
revoke execute on function account_has_bills from public;
grant execute on function account_has_bills to saldo_customer, saldo_super, saldo_system;
