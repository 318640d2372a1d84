/* Blanks single, as in domain/fold.ts: a name imported with two blanks is found, and meets its own spelling with one. */
create or replace function fold(raw text) returns text language sql immutable parallel safe
  return regexp_replace(
    lower(public.unaccent('public.unaccent', translate(coalesce(raw, ''), '’‘´`', ''''''''''))),
    '[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g');

-- What is stored was made by the function as it was.
do $$
declare
  made record;
begin
  for made in
    select format('%I.%I', n.nspname, c.relname) as of_table, a.attname as column_name, pg_get_expr(d.adbin, d.adrelid) as expression
      from pg_attrdef d
      join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum and a.attgenerated = 's'
      join pg_class c on c.oid = d.adrelid
      join pg_namespace n on n.oid = c.relnamespace
     where pg_get_expr(d.adbin, d.adrelid) ~ '\mfold\('
  loop
    execute format('alter table %s alter column %I set expression as (%s)', made.of_table, made.column_name, made.expression);
  end loop;
end $$;
reindex index users_by_text;
reindex index one_sector_per_name;
reindex index one_customer_group_per_name;
reindex index customers_by_city;
