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
