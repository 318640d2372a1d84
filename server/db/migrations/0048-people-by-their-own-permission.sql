-- What a sub-user sees of people depends on the permission to read people alone, never on another section's.

-- Whether the actor may read this section. Only sub-users are limited. Also true of the actor inside a function that runs
-- as the owner: there `current_user` is the owner, and the setting `role` still the actor's.
create function actor_reads(section text) returns boolean language sql stable parallel safe
return current_setting('role', true) is distinct from 'saldo_subuser'
  or coalesce(actor_may(array[section || ':read']), false);

-- The e-mail addresses in a text: masked (l••••@example.it) for a sub-user who may not read people.
create function shown_addresses(written text) returns text language sql stable parallel safe
return case when actor_reads('subjects') then written
  else regexp_replace(written, '([^[:space:]@"\\])[^[:space:]@"\\]*@', '\1••••@', 'g') end;

-- The same for a JSON value: quotes and backslashes are never part of what is masked.
create function shown_addresses(written jsonb) returns jsonb language sql stable parallel safe
return case when actor_reads('subjects') then written else shown_addresses(written::text)::jsonb end;

-- Who has a bill in which condominium of the actor, and nothing else of the bill. It reads as its owner, so that who is
-- known in a condominium does not depend on the permission to read its bills. A view and not a function: it becomes part
-- of each query, which reads these bills once and not by a call for each person.
create view people_of_bills with (security_barrier) as
select b.customer_id, b.account_id, b.subject_id, b.phase = 'cancelled' as cancelled
from bills b
where b.customer_id = actor_customer_id()
  and ((select actor_accounts()) is null or b.account_id = any ((select actor_accounts())::bigint[]));
grant select on people_of_bills to saldo_customer, saldo_super;

-- A sub-user who sees some condominiums sees and changes their people, and those they have just added.
drop policy limited_read on subjects;
drop policy limited_insert on subjects;
drop policy limited_update on subjects;
drop policy limited_delete on subjects;
select limit_subusers('subjects', $c$(
  (select actor_accounts()) is null
  or created_by = (select actor_user_id())
  or exists (select from right_holders r where r.customer_id = subjects.customer_id and r.subject_id = subjects.subject_id)
  or exists (select from people_of_bills b where b.customer_id = subjects.customer_id and b.subject_id = subjects.subject_id))$c$,
  every_section(), array['subjects']);

-- The searches find people by name, and by tax code and e-mail address only for who may read people; condominiums by name,
-- and by tax code and place only for who may read condominiums.

create or replace function subjects_like(patterns text[], at_most int) returns setof bigint
language sql stable security definer rows 100 set search_path = pg_catalog, public, pg_temp
begin atomic
  select s.subject_id from subjects s
  where s.customer_id = actor_customer_id() and s.folded like patterns[1] and s.folded like all (patterns)
    and ((select actor_reads('subjects')) or s.name_key like all (patterns))
  union all
  select s.subject_id from subjects s
  where actor_customer_id() is null and s.folded like patterns[1] and s.folded like all (patterns)
  limit at_most;
end;

create or replace function find_accounts(phrase text, beginning text, containing text[], at_words text[], looked_up text[],
  short boolean, at_most integer)
returns table (customer_id bigint, id bigint, rank integer) language plpgsql stable security definer rows 10
set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  own constant bigint := actor_customer_id();
  theirs constant bigint[] := actor_accounts();
  -- A sub-user without this permission finds by name alone.
  reads constant boolean := actor_reads('accounts');
  found bigint[] := '{}';
  latest bigint[];
begin
  if theirs is not null then
    found := array(
      select account_id from accounts
      where customer_id = own and account_id = any (theirs) and ' ' || folded like all (containing)
          and (reads or ' ' || name_key like all (containing))
      order by account_id desc limit 50);
  -- A text that looks like a whole code is looked up as one: several records may have it, the latest come first.
  elsif reads and own is not null and length(phrase) > 6 and phrase ~ '[0-9]' then
    found := array(
      select account_id from accounts where customer_id = own and fiscal_code = upper(phrase) order by account_id desc limit at_most);
  end if;
  if cardinality(found) > 0 or theirs is not null then
    null;
  elsif own is not null then
    found := array(
      (select account_id from accounts where customer_id = own and name_key = phrase order by account_id desc limit at_most)
      union all
      (select account_id from accounts where customer_id = own and name_key >= phrase and name_key < phrase || chr(1114111)
        order by name_key desc limit 50));
    if cardinality(found) < at_most and not short then
      latest := array(
        select account_id from (
          select account_id, folded, name_key from accounts where customer_id = own order by account_id desc limit 100) latest
        where ' ' || folded like all (containing)
          and (reads or ' ' || name_key like all (containing)));
      -- If the latest hundred records contain some matches, the latest thousand contain enough. Reading them is faster
      -- than the trigram index, which is slow for a common word.
      if cardinality(latest) between 1 and at_most - 1 then
        latest := array(
          select account_id from (
            select account_id, folded, name_key from accounts where customer_id = own order by account_id desc limit 1000) latest
          where ' ' || folded like all (containing)
          and (reads or ' ' || name_key like all (containing)) limit 50);
      end if;
      found := found || latest;
      if cardinality(found) < at_most then
        found := found || array(
          select account_id from accounts where customer_id = own and folded like looked_up[1] and folded like looked_up[2]
            and ' ' || folded like all (containing)
          and (reads or ' ' || name_key like all (containing)) limit 50);
      end if;
    end if;
  else
    found := array(
      select account_id from (select account_id, folded from accounts order by account_id desc limit 100) latest
      where ' ' || folded like all (containing));
    if cardinality(found) between 1 and at_most - 1 then
      found := array(
        select account_id from (select account_id, folded from accounts order by account_id desc limit 1000) latest
        where ' ' || folded like all (containing) limit 50);
    end if;
    -- A single letter is not searched among all customers' records.
    if cardinality(found) < at_most and length(phrase) > 1 then
      found := found || array(
        select account_id from accounts where folded like looked_up[1] and folded like looked_up[2]
          and ' ' || folded like all (containing) limit 50);
    end if;
  end if;
  if cardinality(found) = 0 then
    return;
  end if;
  return query select t.customer_id, t.account_id,
    case when name_key = phrase or reads and fiscal_code = upper(phrase) then 0
      when name_key like beginning then 1
      when ' ' || folded like all (at_words) and (reads or ' ' || name_key like all (at_words)) then 2 else 3 end as rank
    from accounts t where t.account_id = any (found) order by rank, t.account_id desc limit at_most;
end $$;

create or replace function find_subjects(phrase text, beginning text, containing text[], at_words text[], looked_up text[],
  short boolean, at_most integer)
returns table (customer_id bigint, id bigint, rank integer) language plpgsql stable security definer rows 10
set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  own constant bigint := actor_customer_id();
  theirs constant bigint[] := actor_accounts();
  -- A sub-user without this permission finds by name alone.
  reads constant boolean := actor_reads('subjects');
  found bigint[] := '{}';
  latest bigint[];
begin
  if theirs is not null then
    found := array(
      select subject_id from subjects
      where customer_id = own and ' ' || folded like all (containing)
          and (reads or ' ' || name_key like all (containing))
        and (created_by = actor_user_id() or subject_id in (
          select b.subject_id from bills b where b.customer_id = own and b.account_id = any (theirs)
          union all
          select h.subject_id from right_holders h where h.customer_id = own and h.account_id = any (theirs)))
      order by subject_id desc limit 50);
  -- A text that looks like a whole code is looked up as one: several records may have it, the latest come first.
  elsif reads and own is not null and length(phrase) > 6 and phrase ~ '[0-9]' then
    found := array(
      select subject_id from subjects where customer_id = own and fiscal_code = upper(phrase) order by subject_id desc limit at_most);
  end if;
  if cardinality(found) > 0 or theirs is not null then
    null;
  elsif own is not null then
    found := array(
      (select subject_id from subjects where customer_id = own and name_key = phrase order by subject_id desc limit at_most)
      union all
      (select subject_id from subjects where customer_id = own and name_key >= phrase and name_key < phrase || chr(1114111)
        order by name_key desc limit 50)
      union all
      (select subject_id from subjects where not short and customer_id = own
        and substr(name_key, strpos(name_key, ' ') + 1) >= phrase collate "C"
        and substr(name_key, strpos(name_key, ' ') + 1) < phrase || chr(1114111) collate "C" limit 50));
    if cardinality(found) < at_most and not short then
      latest := array(
        select subject_id from (
          select subject_id, folded, name_key from subjects where customer_id = own order by subject_id desc limit 100) latest
        where ' ' || folded like all (containing)
          and (reads or ' ' || name_key like all (containing)));
      -- If the latest hundred records contain some matches, the latest thousand contain enough. Reading them is faster
      -- than the trigram index, which is slow for a common word.
      if cardinality(latest) between 1 and at_most - 1 then
        latest := array(
          select subject_id from (
            select subject_id, folded, name_key from subjects where customer_id = own order by subject_id desc limit 1000) latest
          where ' ' || folded like all (containing)
          and (reads or ' ' || name_key like all (containing)) limit 50);
      end if;
      found := found || latest;
      if cardinality(found) >= at_most then
        null;
      elsif (
        select count(*) > 1 from (select max(subject_id) as last from subjects) ids, generate_series(1, 16) part
        where (select t.customer_id from subjects t where t.subject_id = ids.last * part / 17) = own) then
        if looked_up[1] = looked_up[2] then
          found := found || array(
            select subject_id from subjects where customer_id + 0 = own and folded like looked_up[1]
              and ' ' || folded like all (containing)
          and (reads or ' ' || name_key like all (containing)) limit 50);
        else
          found := found || array(
            select subject_id from subjects where customer_id + 0 = own and folded like looked_up[1] and folded like looked_up[2]
              and ' ' || folded like all (containing)
          and (reads or ' ' || name_key like all (containing)) limit 50);
        end if;
      else
        found := found || array(
          select subject_id from subjects where customer_id = own and folded like looked_up[1] and folded like looked_up[2]
            and ' ' || folded like all (containing)
          and (reads or ' ' || name_key like all (containing)) limit 50);
      end if;
    end if;
  else
    found := array(
      select subject_id from (select subject_id, folded from subjects order by subject_id desc limit 100) latest
      where ' ' || folded like all (containing));
    if cardinality(found) between 1 and at_most - 1 then
      found := array(
        select subject_id from (select subject_id, folded from subjects order by subject_id desc limit 1000) latest
        where ' ' || folded like all (containing) limit 50);
    end if;
    -- A single letter is not searched among all customers' records.
    if cardinality(found) < at_most and length(phrase) > 1 then
      found := found || array(
        select subject_id from subjects where folded like looked_up[1] and folded like looked_up[2]
          and ' ' || folded like all (containing) limit 50);
    end if;
  end if;
  if cardinality(found) = 0 then
    return;
  end if;
  return query select t.customer_id, t.subject_id,
    case when name_key = phrase or reads and fiscal_code = upper(phrase) then 0
      when name_key like beginning then 1
      when ' ' || folded like all (at_words) and (reads or ' ' || name_key like all (at_words)) then 2 else 3 end as rank
    from subjects t where t.subject_id = any (found) order by rank, t.subject_id desc limit at_most;
end $$;
