/* Global search, and the text search of the lists. A text finds people and condominiums by name, codice fiscale, e-mail and
   address, and bills by number. Their bills and payments are then found by key: see features/research/research.sql.ts.

   All these functions run as the owner, because `like` is not leakproof: under row-level security PostgreSQL would read all
   rows before comparing texts. They return only keys, of the actor's own customer (of all customers, for a super user who
   has chosen none). A query that joins the keys to the tables returns only what the policies allow. */

/* The keys of up to `at_most` records that match every pattern. Put the longest pattern first: it is looked up in the
   trigram index. */
create function accounts_like(patterns text[], at_most integer) returns setof bigint
  language sql stable security definer rows 100 set search_path = public
begin atomic
  select a.account_id from accounts a
  where a.customer_id = actor_customer_id() and a.folded like patterns[1] and a.folded like all (patterns)
  union all
  select a.account_id from accounts a
  where actor_customer_id() is null and a.folded like patterns[1] and a.folded like all (patterns)
  limit at_most;
end;

create function subjects_like(patterns text[], at_most integer) returns setof bigint
  language sql stable security definer rows 100 set search_path = public
begin atomic
  select s.subject_id from subjects s
  where s.customer_id = actor_customer_id() and s.folded like patterns[1] and s.folded like all (patterns)
  union all
  select s.subject_id from subjects s
  where actor_customer_id() is null and s.folded like patterns[1] and s.folded like all (patterns)
  limit at_most;
end;

create function bills_like(patterns text[], at_most integer) returns setof bigint
  language sql stable security definer rows 100 set search_path = public
begin atomic
  select b.bill_id from bills b
  where b.customer_id = actor_customer_id() and b.folded like patterns[1] and b.folded like all (patterns)
  union all
  select b.bill_id from bills b
  where actor_customer_id() is null and b.folded like patterns[1] and b.folded like all (patterns)
  limit at_most;
end;

create function budgets_like(patterns text[], at_most integer) returns setof bigint
  language sql stable security definer rows 100 set search_path = public
begin atomic
  select b.budget_id from budgets b
  where b.customer_id = actor_customer_id() and b.folded like patterns[1] and b.folded like all (patterns)
  union all
  select b.budget_id from budgets b
  where actor_customer_id() is null and b.folded like patterns[1] and b.folded like all (patterns)
  limit at_most;
end;

create function audit_log_like(patterns text[], at_most integer) returns setof bigint
  language sql stable security definer rows 100 set search_path = public
begin atomic
  select l.audit_id from audit_log l
  where l.customer_id = actor_customer_id() and l.folded like patterns[1] and l.folded like all (patterns)
  union all
  select l.audit_id from audit_log l
  where actor_customer_id() is null and l.folded like patterns[1] and l.folded like all (patterns)
  limit at_most;
end;

revoke execute on function accounts_like, subjects_like, bills_like, budgets_like, audit_log_like from public;
grant execute on function accounts_like, subjects_like, bills_like, budgets_like, audit_log_like
  to saldo_customer, saldo_super, saldo_system;

/* find_accounts, find_subjects, find_bills: the best records for a text, up to `at_most`. Rank 0 is the text itself, 1
   begins with it, 2 has words that begin with it, 3 contains it; within a rank the latest come first.

   Within one customer, a whole code or number is looked up first. Then up to three queries run, each only if the earlier
   ones have not found enough. Each has a limit that does not depend on the text:
   - records that begin with the text, from an ordinary index, which is as fast for one letter as for ten (for people also
     the first name);
   - the latest records, which contain a common word often enough;
   - the trigram index, which finds a rare word, and the first fifty matches of a word in between.
   Each query has one good plan, so it is planned once and not for every text: measured, planning took longer than executing.
   A customer who owns a large part of all records is searched by trigrams alone, because joining the list of their records
   with the matches of a word costs more than reading the matches; sixteen records from the whole table tell whether a customer
   owns a large part. For a sub-user who sees some condominiums, only those are searched: a search that stops after the first
   matches of the whole office might miss all of theirs.

   `phrase`: the whole text, folded. `beginning`: the pattern for records that begin with it. `containing`: the patterns of
   its words; `at_words`: the patterns for words that begin with them; both for a text with a blank before it. `looked_up`: the
   patterns for the trigram index. `short`: the text has no three letters in a row, so only records that begin with it are found. See
   features/research/search-words.ts. Call them with `plan_cache_mode = force_generic_plan` and without jit. */
create function find_accounts(phrase text, beginning text, containing text[], at_words text[], looked_up text[],
    short boolean, at_most integer)
  returns table (customer_id bigint, id bigint, rank integer)
  language plpgsql stable security definer rows 10 set search_path = public as $$
#variable_conflict use_column
declare
  own constant bigint := actor_customer_id();
  theirs constant bigint[] := actor_accounts();
  found bigint[] := '{}';
  latest bigint[];
begin
  if theirs is not null then
    found := array(
      select account_id from accounts
      where customer_id = own and account_id = any (theirs) and ' ' || folded like all (containing)
      order by account_id desc limit 50);
  -- A text that looks like a whole code is looked up as one: several records may have it, the latest come first.
  elsif own is not null and length(phrase) > 6 and phrase ~ '[0-9]' then
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
          select account_id, folded from accounts where customer_id = own order by account_id desc limit 100) latest
        where ' ' || folded like all (containing));
      -- If the latest hundred records contain some matches, the latest thousand contain enough. Reading them is faster
      -- than the trigram index, which is slow for a common word.
      if cardinality(latest) between 1 and at_most - 1 then
        latest := array(
          select account_id from (
            select account_id, folded from accounts where customer_id = own order by account_id desc limit 1000) latest
          where ' ' || folded like all (containing) limit 50);
      end if;
      found := found || latest;
      if cardinality(found) < at_most then
        found := found || array(
          select account_id from accounts where customer_id = own and folded like looked_up[1] and folded like looked_up[2]
            and ' ' || folded like all (containing) limit 50);
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
    case when name_key = phrase or fiscal_code = upper(phrase) then 0
      when name_key like beginning then 1 when ' ' || folded like all (at_words) then 2 else 3 end as rank
    from accounts t where t.account_id = any (found) order by rank, t.account_id desc limit at_most;
end $$;
revoke execute on function find_accounts from public;
grant execute on function find_accounts to saldo_customer, saldo_super, saldo_system;

-- Like find_accounts, for people.
create function find_subjects(phrase text, beginning text, containing text[], at_words text[], looked_up text[],
    short boolean, at_most integer)
  returns table (customer_id bigint, id bigint, rank integer)
  language plpgsql stable security definer rows 10 set search_path = public as $$
#variable_conflict use_column
declare
  own constant bigint := actor_customer_id();
  theirs constant bigint[] := actor_accounts();
  found bigint[] := '{}';
  latest bigint[];
begin
  if theirs is not null then
    found := array(
      select subject_id from subjects
      where customer_id = own and ' ' || folded like all (containing)
        and (created_by = actor_user_id() or subject_id in (
          select b.subject_id from bills b where b.customer_id = own and b.account_id = any (theirs)
          union all
          select h.subject_id from right_holders h where h.customer_id = own and h.account_id = any (theirs)))
      order by subject_id desc limit 50);
  -- A text that looks like a whole code is looked up as one: several records may have it, the latest come first.
  elsif own is not null and length(phrase) > 6 and phrase ~ '[0-9]' then
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
          select subject_id, folded from subjects where customer_id = own order by subject_id desc limit 100) latest
        where ' ' || folded like all (containing));
      -- If the latest hundred records contain some matches, the latest thousand contain enough. Reading them is faster
      -- than the trigram index, which is slow for a common word.
      if cardinality(latest) between 1 and at_most - 1 then
        latest := array(
          select subject_id from (
            select subject_id, folded from subjects where customer_id = own order by subject_id desc limit 1000) latest
          where ' ' || folded like all (containing) limit 50);
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
              and ' ' || folded like all (containing) limit 50);
        else
          found := found || array(
            select subject_id from subjects where customer_id + 0 = own and folded like looked_up[1] and folded like looked_up[2]
              and ' ' || folded like all (containing) limit 50);
        end if;
      else
        found := found || array(
          select subject_id from subjects where customer_id = own and folded like looked_up[1] and folded like looked_up[2]
            and ' ' || folded like all (containing) limit 50);
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
    case when name_key = phrase or fiscal_code = upper(phrase) then 0
      when name_key like beginning then 1 when ' ' || folded like all (at_words) then 2 else 3 end as rank
    from subjects t where t.subject_id = any (found) order by rank, t.subject_id desc limit at_most;
end $$;
revoke execute on function find_subjects from public;
grant execute on function find_subjects to saldo_customer, saldo_super, saldo_system;

-- Like find_accounts, for bills, by number with or without its punctuation.
create function find_bills(phrase text, beginning text, containing text[], at_words text[], looked_up text[],
    short boolean, at_most integer)
  returns table (customer_id bigint, id bigint, rank integer)
  language plpgsql stable security definer rows 10 set search_path = public as $$
#variable_conflict use_column
declare
  own constant bigint := actor_customer_id();
  theirs constant bigint[] := actor_accounts();
  -- `folded` contains the number, then the number without its punctuation.
  numbered constant text := phrase || ' ' || regexp_replace(phrase, '[^0-9a-z]+', '', 'g');
  found bigint[] := '{}';
  latest bigint[];
begin
  if theirs is not null then
    found := array(
      select bill_id from bills
      where customer_id = own and account_id = any (theirs) and ' ' || folded like all (containing)
      order by bill_id desc limit 50);
  -- A text that looks like a whole number is looked up as one: each condominium may have it, the latest come first.
  elsif own is not null and length(phrase) > 6 and phrase ~ '[0-9]' then
    found := array(
      select bill_id from bills where customer_id = own and folded in (phrase, numbered) order by bill_id desc limit at_most);
  end if;
  if cardinality(found) > 0 or theirs is not null then
    null;
  elsif own is not null then
    found := array(
      (select bill_id from bills where customer_id = own and folded in (phrase, numbered) order by bill_id desc limit at_most)
      union all
      (select bill_id from bills where customer_id = own and folded >= phrase and folded < phrase || chr(1114111)
        order by folded desc limit 50));
    if cardinality(found) < at_most and not short then
      latest := array(
        select bill_id from (
          select bill_id, folded from bills where customer_id = own order by bill_id desc limit 100) latest
        where ' ' || folded like all (containing));
      -- If the latest hundred records contain some matches, the latest thousand contain enough. Reading them is faster
      -- than the trigram index, which is slow for a common word.
      if cardinality(latest) between 1 and at_most - 1 then
        latest := array(
          select bill_id from (
            select bill_id, folded from bills where customer_id = own order by bill_id desc limit 1000) latest
          where ' ' || folded like all (containing) limit 50);
      end if;
      found := found || latest;
      if cardinality(found) >= at_most then
        null;
      elsif (
        select count(*) > 1 from (select max(bill_id) as last from bills) ids, generate_series(1, 16) part
        where (select t.customer_id from bills t where t.bill_id = ids.last * part / 17) = own) then
        if looked_up[1] = looked_up[2] then
          found := found || array(
            select bill_id from bills where customer_id + 0 = own and folded like looked_up[1]
              and ' ' || folded like all (containing) limit 50);
        else
          found := found || array(
            select bill_id from bills where customer_id + 0 = own and folded like looked_up[1] and folded like looked_up[2]
              and ' ' || folded like all (containing) limit 50);
        end if;
      else
        found := found || array(
          select bill_id from bills where customer_id = own and folded like looked_up[1] and folded like looked_up[2]
            and ' ' || folded like all (containing) limit 50);
      end if;
    end if;
  else
    found := array(
      select bill_id from (select bill_id, folded from bills order by bill_id desc limit 100) latest
      where ' ' || folded like all (containing));
    if cardinality(found) between 1 and at_most - 1 then
      found := array(
        select bill_id from (select bill_id, folded from bills order by bill_id desc limit 1000) latest
        where ' ' || folded like all (containing) limit 50);
    end if;
    -- A single letter is not searched among all customers' records.
    if cardinality(found) < at_most and length(phrase) > 1 then
      found := found || array(
        select bill_id from bills where folded like looked_up[1] and folded like looked_up[2]
          and ' ' || folded like all (containing) limit 50);
    end if;
  end if;
  if cardinality(found) = 0 then
    return;
  end if;
  return query select t.customer_id, t.bill_id,
    case when folded in (phrase, numbered) or folded like '% ' || beginning and right(folded, length(phrase)) = phrase then 0
      when folded like beginning then 1 when ' ' || folded like all (at_words) then 2 else 3 end as rank
    from bills t where t.bill_id = any (found) order by rank, t.bill_id desc limit at_most;
end $$;
revoke execute on function find_bills from public;
grant execute on function find_bills to saldo_customer, saldo_super, saldo_system;
