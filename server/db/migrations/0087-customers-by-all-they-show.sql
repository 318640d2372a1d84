-- The customer chooser finds by all that it shows, house number and postal code included.
drop index customers_by_text;
alter table customers drop column folded;
alter table customers add column folded text not null generated always as (
  fold(business_name || ' ' || coalesce(lastname, '') || ' ' || coalesce(firstname, '') || ' '
    || coalesce(lastname, '') || ' ' || coalesce(fiscal_code, '') || ' ' || coalesce(vat_number, '') || ' '
    || coalesce(address, '') || ' ' || coalesce(house_number, '') || ' ' || coalesce(city, '') || ' '
    || coalesce(zip_code, '') || ' ' || coalesce(prov, '') || ' ' || coalesce(primary_email, '') || ' '
    || coalesce(primary_mobile_phone, ''))) stored;
create index customers_by_text on customers using gin (folded gin_trgm_ops);
