/* The condominium of a bill says to whose IBAN it is paid, and residents have the link of an issued bill already. So only a
   draft moves to another condominium, whatever act runs. */
create function keep_condominium() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception 'an issued bill stays in its condominium'
    using errcode = '23514', constraint = 'issued_bill_keeps_condominium';
end $$;
create trigger keep_condominium before update of account_id on bills
  for each row when (old.account_id is distinct from new.account_id and old.status <> 'draft') execute function keep_condominium();

-- Which bank account at the provider gets the payouts: two may end in the same digits.
alter table provider_accounts add column bank_account text;

/* A first IBAN is told in any state, so nobody asks whether money may already be asked for. */
drop function account_has_bills(bigint, bigint);

/* Whether the actor is a customer's program: it signs in with a password of its own, and cannot prove that it is somebody. */
create function actor_is_program() returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select exists (
    select from api_users a where a.customer_id = actor_customer_id() and a.user_id = actor_user_id()
  );
end;
revoke execute on function actor_is_program from public;
grant execute on function actor_is_program to saldo_customer, saldo_super;
