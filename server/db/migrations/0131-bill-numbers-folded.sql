/* Case, blanks, width and characters that are not seen do not make another bill's number: b-1, B-1 and " B - 1 " are the same
   within a condominium. The domain's billNumberKey says the same. */
create function bill_number_key(number text) returns text language sql immutable parallel safe
  return lower(regexp_replace(translate(normalize(number, NFKC), U&'\2044\2215', '//'),
    '[[:space:]\u00a0\u2007\u202f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]', '', 'g'));

alter table bills
  add column number_key text not null generated always as (bill_number_key(number)) stored,
  -- Told apart by case or blanks alone before that was refused: it keeps its number, beside the older one.
  add column number_doubled boolean not null default false;
update bills b set number_doubled = true
where b.status <> 'cancelled' and exists (
  select from bills older
  where older.account_id = b.account_id and older.number_key = b.number_key and older.status <> 'cancelled'
    and older.bill_id < b.bill_id);
drop index one_bill_per_number;
create unique index one_bill_per_number on bills (account_id, number_key) where status <> 'cancelled' and not number_doubled;
create function number_is_its_own() returns trigger language plpgsql as $$
begin
  new.number_doubled := false;
  return new;
end $$;
create trigger number_is_its_own before update of number on bills
  for each row when (old.number is distinct from new.number) execute function number_is_its_own();

-- What follows from the number is not worth a line of the audit log.
create or replace function audited(record jsonb, left_out text[]) returns jsonb language sql immutable parallel safe
  return (
    select coalesce(jsonb_object_agg(e.key,
      case when e.key like '%iban%' and jsonb_typeof(e.value) = 'string'
        then to_jsonb(masked_iban(e.value #>> '{}')) else e.value end), '{}')
    from jsonb_each(record) e
    where not e.key = any (left_out)
      and not e.key = any (array['folded', 'name_key', 'city_key', 'number_key', 'number_doubled', 'created_at', 'updated_at'])
      and e.key not like '%\_hash' and e.value <> 'null');
