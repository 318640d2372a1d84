/* Global search. A text finds people and condominiums by name, codice fiscale, e-mail, address, and bills by number;
   what a person or a bill leads to (bills, payments) is reached by key, see features/research/find-records.sql.ts.

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

/* The best records of one kind for a text, at most so many. Rank 0 is the text itself, 1 begins with it, 2 has a word
   that does, 3 contains it; of equal rank the latest first.

   Each question is planned for the very text (hence `execute`): the latest records soon hold enough of a common word, so
   they are read in order until there are; a rare one is looked up among the trigrams. One question is enough for a text
   that finds few; only where it finds too many are the better ranks asked for by themselves. Whatever the text, some
   hundreds of rows are read and no table is.

   `phrase` is the whole text folded, `words` its words. Of a `short` text, in which no three letters stand together, only
   what begins with it is found. Runs as the owner, because under row-level security `like` would be tried on every row:
   it returns keys alone, of the actor's own customer (of all, for a super user who has chosen none), and whoever joins
   them to the tables sees what their policies let be seen. */
create function find_records(kind text, phrase text, words text[], short boolean, at_most integer)
  returns table (customer_id bigint, id bigint, rank integer)
  language plpgsql stable security definer rows 10 set search_path = public set jit = off as $$
declare
  own constant text := 'customer_id = ' || actor_customer_id();
  key constant text := case kind when 'accounts' then 'account_id' when 'subjects' then 'subject_id' else 'bill_id' end;
  question constant text := format('select array(select %I from %I where %s', key, kind, coalesce(own || ' and ', ''));
  in_order constant text := format(' order by %I desc limit %s)', key, at_most + 1);
  of_words constant text[] := array(select replace(replace(replace(w, '\', '\\'), '%', '\%'), '_', '\_') from unnest(words) w);
  of_phrase constant text := replace(replace(replace(phrase, '\', '\\'), '%', '\%'), '_', '\_');
  -- One customer's beginnings are read from an ordinary index, everybody's from the trigrams.
  beginning constant text :=
    format('%s like %L', case when kind = 'bills' or own is null then 'folded' else 'name_key' end, of_phrase || '%');
  at_words constant text := (
    select string_agg(format(''' '' || folded like %L', '% ' || w || '%'), ' and ') from unnest(of_words) w);
  -- A word too short for the trigrams narrows what the others find: it begins a word.
  containing constant text := (
    select string_agg(case when w ~ '[[:alnum:]]{3}' then format('folded like %L', '%' || w || '%')
      else format(''' '' || folded like %L', '% ' || w || '%') end, ' and ') from unnest(of_words) w);
  equal constant text := case kind
    when 'bills' then format('folded in (%L, %L)', phrase, phrase || ' ' || regexp_replace(phrase, '[^0-9a-z]+', '', 'g'))
    else format('name_key = %L', phrase) end;
  itself constant text := case kind
    when 'bills' then format('(%s or folded like %L)', equal, '% ' || of_phrase)
    else format('(%s or fiscal_code = %L)', equal, upper(phrase)) end;
  found bigint[];
  better bigint[];
begin
  execute question || case when short then beginning else containing end || in_order into found;
  if cardinality(found) > at_most then
    better := found;
    if not short then
      execute question || beginning || in_order into better;
      found := found || better;
    end if;
    if cardinality(better) > at_most then
      -- Nobody's number of a letter or two is looked for among everybody's.
      if own is not null or not short then
        execute question || equal || in_order into better;
        found := found || better;
      end if;
    elsif cardinality(words) = 1 then
      execute question || format('folded like %L', '% ' || of_phrase || '%') || in_order into better;
      found := found || better;
    end if;
  end if;
  if cardinality(found) = 0 then
    return;
  end if;
  return query execute format('select customer_id, %I, case when ', key) || itself || ' then 0 when ' || beginning
    || ' then 1 when ' || at_words || ' then 2 else 3 end as rank'
    || format(' from %2$I where %1$I = any($1) order by rank, %1$I desc limit $2', key, kind)
  using found, at_most;
end $$;
revoke execute on function find_records from public;
grant execute on function find_records to saldo_customer, saldo_super, saldo_system;
