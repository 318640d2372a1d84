-- The form in which a unit's name and what a bill says of its unit meet: `Int. 3, scala A`, `int 3 sc. a` and `3 Scala A`
-- are one.
create function unit_name_key(name text) returns text
  language sql immutable parallel safe
  return regexp_replace(
    regexp_replace(btrim(fold(name)), '^(interno |int\. *|int )', ''),
    ',? +(scala|sc\.?) +', '/');

-- The unit that a bill is about, found by what the bill says of it. A bill that names no unit of its condominium, or one of
-- two that are called alike, is not here: its money is nobody's guess.
create view bill_units with (security_invoker = true) as
  select b.customer_id, b.account_id, u.unit_id, b.bill_id
  from bills b
  join (
    select customer_id, account_id, unit_name_key(name) as name_key, min(unit_id) as unit_id
    from units group by 1, 2, 3 having count(*) = 1
  ) u on u.customer_id = b.customer_id and u.account_id = b.account_id and u.name_key = unit_name_key(b.unit)
  where b.unit is not null;
grant select on bill_units to saldo_customer, saldo_super, saldo_system;
