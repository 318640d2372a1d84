-- As before, by the key that leads the index: without the customer every entry's check read the whole ledger.
create or replace function ledger_sums_to_zero() returns trigger language plpgsql as $$
declare
  total bigint;
  lines integer;
begin
  select coalesce(sum(amount), 0), count(*) into total, lines
  from ledger_lines where customer_id = new.customer_id and entry_id = new.entry_id;
  if total <> 0 or lines < 2 then
    raise exception 'ledger entry % has % lines that sum to %', new.entry_id, lines, total
      using errcode = '23514', constraint = 'ledger_sums_to_zero';
  end if;
  return null;
end $$;
