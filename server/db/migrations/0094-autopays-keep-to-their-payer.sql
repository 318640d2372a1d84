/* An autopay keeps to its payer: links end with the method, an end that the payer did not choose is told to them, and the log
   says who acted by a link. */

-- Whether two saved methods are one card or account, saved twice.
create function is_same_method(one_source_id bigint, other_source_id bigint) returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select one_source_id = other_source_id or exists (
    select from payment_sources a
    join payment_sources b on b.customer_id = a.customer_id and b.type = a.type and b.fingerprint = a.fingerprint
    where a.source_id = one_source_id and b.source_id = other_source_id);
end;
revoke execute on function is_same_method from public;
grant execute on function is_same_method to saldo_system;

/* Whoever holds a link steers the money of the method that it was mailed for. With another method the payer may be another
   person, so that earlier links expire; they live on when the same card or account was saved again. */
create function autopay_links_end_with_method() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if not is_same_method(old.source_id, new.source_id) then
    update autopay_links set expires_at = now()
    where customer_id = new.customer_id and autopay_id = new.autopay_id and expires_at > now();
  end if;
  return null;
end $$;
revoke execute on function autopay_links_end_with_method from public;
create trigger autopay_links_end_with_method after update of source_id on autopays
  for each row when (old.source_id <> new.source_id) execute function autopay_links_end_with_method();
create index autopay_links_by_end on autopay_links (expires_at);
