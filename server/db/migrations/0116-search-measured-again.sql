/* Search again, as 0085 says, with what measuring it among 1,500,000 records has shown:

   - A name is begun with the first name as often as with the surname: what follows the first blank has an index too.
   - A customer who has a great part of all records is looked for by trigrams alone: to join the list of their records with
     a word's costs more than the word. Sixteen records from all over the table tell who has a great part.
   - One word is asked once.
   - Who sees some condominiums is asked about those alone: bounded by what the office has, the search found none of theirs. */
create index subjects_by_first_name on subjects (customer_id,
  (substr(name_key, strpos(name_key, ' ') + 1)) collate "C", subject_id);

do $make$
declare
  made record;
begin
  for made in select * from (values
    ('accounts', 'account_id', 'name_key', 'name_key = phrase', 'fiscal_code = upper(phrase)', 'name_key = phrase or fiscal_code = upper(phrase)',
      'null::bigint where false', 'account_id = any (theirs)', 'false'),
    ('subjects', 'subject_id', 'name_key', 'name_key = phrase', 'fiscal_code = upper(phrase)', 'name_key = phrase or fiscal_code = upper(phrase)',
      $turned$subject_id from subjects where not short and customer_id = own
        and substr(name_key, strpos(name_key, ' ') + 1) >= phrase collate "C"
        and substr(name_key, strpos(name_key, ' ') + 1) < phrase || chr(1114111) collate "C" limit 50$turned$,
      'created_by = actor_user_id() or subject_id in (select b.subject_id from bills b where b.customer_id = own and b.account_id = any (theirs)
         union all select h.subject_id from right_holders h where h.customer_id = own and h.account_id = any (theirs))',
      'true'),
    ('bills', 'bill_id', 'folded', 'folded in (phrase, numbered)', 'folded in (phrase, numbered)',
      'folded in (phrase, numbered) or folded like ''% '' || beginning and right(folded, length(phrase)) = phrase',
      'null::bigint where false', 'account_id = any (theirs)',
      'true')
  ) kinds (kind, key, beginning, equal, code, itself, second_word, of_some, may_be_many) loop
    execute format($function$
      create or replace function find_%1$s(phrase text, beginning text, containing text[], at_words text[], looked_up text[],
          short boolean, at_most integer)
        returns table (customer_id bigint, id bigint, rank integer)
        language plpgsql stable security definer rows 10 set search_path = public as $body$
      #variable_conflict use_column
      declare
        own constant bigint := actor_customer_id();
        theirs constant bigint[] := actor_accounts();
        -- A bill's number without its punctuation stands after it.
        numbered constant text := phrase || ' ' || regexp_replace(phrase, '[^0-9a-z]+', '', 'g');
        found bigint[] := '{}';
        latest bigint[];
      begin
        if theirs is not null then
          found := array(select %2$I from %1$I where customer_id = own and (%8$s) and ' ' || folded like all (containing)
            order by %2$I desc limit 50);
        -- A whole code or number is what was meant; each condominium may have the number, then the latest come first.
        elsif own is not null and length(phrase) > 6 and phrase ~ '[0-9]' then
          found := array(select %2$I from %1$I where customer_id = own and %6$s order by %2$I desc limit at_most);
        end if;
        if cardinality(found) > 0 or theirs is not null then
          null;
        elsif own is not null then
          found := array(
            (select %2$I from %1$I where customer_id = own and %4$s order by %2$I desc limit at_most)
            union all
            (select %2$I from %1$I where customer_id = own and %3$I >= phrase and %3$I < phrase || chr(1114111)
              order by %3$I desc limit 50)
            union all
            (select %7$s));
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
            if cardinality(found) >= at_most then
              null;
            elsif %9$s and (
              select count(*) > 1 from (select max(%2$I) as last from %1$I) ids, generate_series(1, 16) part
              where (select t.customer_id from %1$I t where t.%2$I = ids.last * part / 17) = own) then
              if looked_up[1] = looked_up[2] then
                found := found || array(
                  select %2$I from %1$I where customer_id + 0 = own and folded like looked_up[1]
                    and ' ' || folded like all (containing) limit 50);
              else
                found := found || array(
                  select %2$I from %1$I where customer_id + 0 = own and folded like looked_up[1] and folded like looked_up[2]
                    and ' ' || folded like all (containing) limit 50);
              end if;
            else
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
      made.kind, made.key, made.beginning, made.equal, made.itself, made.code, made.second_word, made.of_some, made.may_be_many);
  end loop;
end $make$;
