-- Everyone sees themselves, also a super user who works for a customer and so sees no other super user.
create policy oneself_at_work on users for select to saldo_customer using (user_id = actor_user_id());

-- The customer chooser finds by all that it shows, and people by their name in either order.
drop index customers_by_text;
alter table customers drop column folded;
alter table customers add column folded text not null generated always as (
  fold(business_name || ' ' || coalesce(lastname, '') || ' ' || coalesce(firstname, '') || ' '
    || coalesce(lastname, '') || ' ' || coalesce(fiscal_code, '') || ' ' || coalesce(vat_number, '') || ' '
    || coalesce(address, '') || ' ' || coalesce(city, '') || ' ' || coalesce(prov, '') || ' '
    || coalesce(primary_email, '') || ' ' || coalesce(primary_mobile_phone, ''))) stored;
create index customers_by_text on customers using gin (folded gin_trgm_ops);
