/* Global search. A text finds people and condominiums by name, codice fiscale, e-mail, address, and bills by number;
   what a person or a bill leads to (bills, payments) is reached by key, see features/research/research.sql.ts.

   The trigram indexes lead with customer_id and answer to any text of three letters and more, wherever it stands. What
   begins with a text is read from an ordinary index, which serves one letter as well as ten; hence the collation: only
   in byte order do texts that begin alike stand together, whatever the database's own order. */
alter table accounts alter column name_key type text collate "C";
alter table subjects alter column name_key type text collate "C";

/* A bill is found by its number, with or without its punctuation, and so by its RF reference (ISO 11649), which is the
   number without it. Both stand in one column and one index. */
drop function bills_like;
drop index bills_by_text;
alter table bills drop column folded;
alter table bills add column folded text collate "C" not null generated always as (
  fold(number) || case when number ~ '[^0-9A-Za-z]'
    then ' ' || regexp_replace(fold(number), '[^0-9a-z]+', '', 'g') else '' end) stored;
create index bills_by_text on bills using gin (customer_id, folded gin_trgm_ops);
create index bills_by_folded on bills (customer_id, folded, bill_id);

-- As it was, on the new column.
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
revoke execute on function bills_like from public;
grant execute on function bills_like to saldo_customer, saldo_super, saldo_system;

/* find_accounts, find_subjects, find_bills: the best records of a kind for a text, at most so many. Rank 0 is the text
   itself, 1 begins with it, 2 has words that do, 3 contains it; of equal rank the latest first.

   Of one customer a whole code or number is looked up first. Then three questions, each asked only when the one before has
   not found enough, and each bounded whatever the text: what begins with it, from an ordinary index; the latest records,
   which hold enough of a common word; the trigrams, which lead to a rare one, and of a word in between to the first fifty.
   Each has one good plan, so it is planned once and not for every text: measured, planning took longer than asking.

   `phrase` is the whole text folded, `beginning` the pattern of what begins with it; `containing` the patterns of its words,
   `at_words` those of words that begin with them, both for a text with a blank before it; `looked_up` what the trigrams are
   asked for. Of a `short` text, in which no three letters stand together, only what begins with it is found. See
   features/research/search-words.ts. They run as the owner, because under row-level security `like` would be tried on
   every row: they return keys alone, of the actor's own customer (of all, for a super user who has chosen none), and
   whoever joins them to the tables sees what their policies let be seen. Call them with `plan_cache_mode =
   force_generic_plan` and without jit. */
do $make$
declare
  made record;
begin
  for made in select * from (values
    ('accounts', 'account_id', 'name_key', 'name_key = phrase', 'fiscal_code = upper(phrase)', 'name_key = phrase or fiscal_code = upper(phrase)'),
    ('subjects', 'subject_id', 'name_key', 'name_key = phrase', 'fiscal_code = upper(phrase)', 'name_key = phrase or fiscal_code = upper(phrase)'),
    ('bills', 'bill_id', 'folded', 'folded in (phrase, numbered)', 'folded in (phrase, numbered)',
      'folded in (phrase, numbered) or folded like ''% '' || beginning and right(folded, length(phrase)) = phrase')
  ) kinds (kind, key, beginning, equal, code, itself) loop
    execute format($function$
      create function find_%1$s(phrase text, beginning text, containing text[], at_words text[], looked_up text[],
          short boolean, at_most integer)
        returns table (customer_id bigint, id bigint, rank integer)
        language plpgsql stable security definer rows 10 set search_path = public as $body$
      #variable_conflict use_column
      declare
        own constant bigint := actor_customer_id();
        -- A bill's number without its punctuation stands after it.
        numbered constant text := phrase || ' ' || regexp_replace(phrase, '[^0-9a-z]+', '', 'g');
        found bigint[] := '{}';
        latest bigint[];
      begin
        -- A whole code or number is what was meant; each condominium may have the number, then the latest come first.
        if own is not null and length(phrase) > 6 and phrase ~ '[0-9]' then
          found := array(select %2$I from %1$I where customer_id = own and %6$s order by %2$I desc limit at_most);
        end if;
        if cardinality(found) > 0 then
          null;
        elsif own is not null then
          found := array(
            (select %2$I from %1$I where customer_id = own and %4$s order by %2$I desc limit at_most)
            union all
            (select %2$I from %1$I where customer_id = own and %3$I >= phrase and %3$I < phrase || chr(1114111)
              order by %3$I desc limit 50));
          if cardinality(found) < at_most and not short then
            latest := array(
              select %2$I from (
                select %2$I, folded from %1$I where customer_id = own order by %2$I desc limit 100) latest
              where ' ' || folded like all (containing));
            -- Where a hundred hold some, a thousand hold enough, sooner than the trigrams of a word that many have.
            if cardinality(latest) between 1 and at_most - 1 then
              latest := array(
                select %2$I from (
                  select %2$I, folded from %1$I where customer_id = own order by %2$I desc limit 1000) latest
                where ' ' || folded like all (containing) limit 50);
            end if;
            found := found || latest;
            if cardinality(found) < at_most then
              found := found || array(
                select %2$I from %1$I where customer_id = own and folded like looked_up[1] and folded like looked_up[2]
                  and ' ' || folded like all (containing) limit 50);
            end if;
          end if;
        else
          found := array(
            select %2$I from (select %2$I, folded from %1$I order by %2$I desc limit 100) latest
            where ' ' || folded like all (containing));
          if cardinality(found) between 1 and at_most - 1 then
            found := array(
              select %2$I from (select %2$I, folded from %1$I order by %2$I desc limit 1000) latest
              where ' ' || folded like all (containing) limit 50);
          end if;
          -- One letter is not looked up among everybody's.
          if cardinality(found) < at_most and length(phrase) > 1 then
            found := found || array(
              select %2$I from %1$I where folded like looked_up[1] and folded like looked_up[2]
                and ' ' || folded like all (containing) limit 50);
          end if;
        end if;
        if cardinality(found) = 0 then
          return;
        end if;
        return query select t.customer_id, t.%2$I,
          case when %5$s then 0 when %3$I like beginning then 1 when ' ' || folded like all (at_words) then 2 else 3 end
            as rank
          from %1$I t where t.%2$I = any (found) order by rank, t.%2$I desc limit at_most;
      end $body$;
      revoke execute on function find_%1$s from public;
      grant execute on function find_%1$s to saldo_customer, saldo_super, saldo_system$function$,
      made.kind, made.key, made.beginning, made.equal, made.itself, made.code);
  end loop;
end $make$;
