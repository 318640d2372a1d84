/* What residents see of the condominiums in which they live or own: their units with their weights. */

/* Each condominium with its residents: who has a right there today, and who got a bill there in the last year or still owes one,
   unless the register says that they have left. The one definition, for residents and for their office. */
create view account_residents with (security_invoker = true) as
  select r.customer_id, r.account_id, r.subject_id
  from right_holders r
  where (r.since is null or r.since <= today()) and (r.until is null or r.until >= today())
  union
  select b.customer_id, b.account_id, b.subject_id
  from bills b
  where b.status = 'issued' and (b.residue > 0 or b.issue_date > today() - 366)
    and not exists (
      select from right_holders r
      where r.customer_id = b.customer_id and r.account_id = b.account_id and r.subject_id = b.subject_id);
grant select on account_residents to saldo_consumer, saldo_customer, saldo_super, saldo_system;

-- The register may be kept where no bill was issued yet: a resident sees which condominium it is, and whose office.
create policy of_residents on accounts for select to saldo_consumer
  using (account_id in (select r.account_id from account_residents r));
create policy of_own_records on customers for select to saldo_consumer
  using (customer_id in (select s.customer_id from subjects s));

/* The units of the actor, without the notes of the office: those in which they have a right today, and those that a bill of the
   last year names, unless the register says that their right has ended. `rights`: none for a unit that only a bill names.
   `weights`: the unit's in each table that has it, with the table's sum, in ten-thousandths. */
create function own_units()
  returns table (unit_id bigint, account_id bigint, account_name text, name text, staircase text, number text, floor text,
    use text, cadastral_sheet text, cadastral_parcel text, cadastral_subunit text, cadastral_category text, rights jsonb,
    weights jsonb)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  with oneself as (
    select s.customer_id, s.subject_id, s.nominative from subjects s
    where s.user_id = actor_user_id() and s.merged_into is null
  ), held as (
    select r.customer_id, r.unit_id, jsonb_agg(jsonb_build_object(
      'nominative', o.nominative, 'right_kind', r.right_kind, 'share_numerator', r.share_numerator,
      'share_denominator', r.share_denominator, 'since', r.since, 'until', r.until, 'pays', r.pays)
      order by o.nominative, r.right_holder_id) as rights
    from oneself o join right_holders r on r.customer_id = o.customer_id and r.subject_id = o.subject_id
    where (r.since is null or r.since <= today()) and (r.until is null or r.until >= today())
    group by r.customer_id, r.unit_id
  ), asked as (
    -- One bill for each name of a unit: all of them say the same of it.
    select b.customer_id, b.subject_id, b.account_id, max(b.bill_id) as bill_id
    from oneself o join bills b on b.customer_id = o.customer_id and b.subject_id = o.subject_id
    where b.status = 'issued' and b.unit is not null and (b.residue > 0 or b.issue_date > today() - 366)
    group by b.customer_id, b.subject_id, b.account_id, b.unit
  ), billed as (
    select distinct a.customer_id, named.unit_id
    from asked a
    -- The units of that condominium alone are read, not those of all.
    cross join lateral (
      select x.unit_id from bill_units x
      where x.customer_id = a.customer_id and x.account_id = a.account_id and x.bill_id = a.bill_id offset 0) named
    where not exists (
      select from right_holders r
      where r.customer_id = a.customer_id and r.unit_id = named.unit_id and r.subject_id = a.subject_id)
  )
  select u.unit_id, u.account_id, a.name, u.name, u.staircase, u.number, u.floor, u.use, u.cadastral_sheet,
    u.cadastral_parcel, u.cadastral_subunit, u.cadastral_category, coalesce(h.rights, '[]'), coalesce(w.weights, '[]')
  from (select customer_id, unit_id from held union select customer_id, unit_id from billed) mine
  join units u on u.customer_id = mine.customer_id and u.unit_id = mine.unit_id
  join accounts a on a.customer_id = u.customer_id and a.account_id = u.account_id
  left join held h on h.customer_id = mine.customer_id and h.unit_id = mine.unit_id
  left join lateral (
    select jsonb_agg(jsonb_build_object('name', t.name, 'kind', t.kind, 'weight', w.weight, 'total', (
      select sum(x.weight)::bigint from weights x where x.weight_table_id = t.weight_table_id))
      order by t.position, t.name, t.weight_table_id) as weights
    from weights w
    join weight_tables t
      on t.customer_id = w.customer_id and t.account_id = w.account_id and t.weight_table_id = w.weight_table_id
    where w.customer_id = u.customer_id and w.unit_id = u.unit_id
  ) w on true
  order by a.name_key, u.account_id, u.position, u.unit_id
  limit 500;
end;
revoke execute on function own_units from public;
grant execute on function own_units to saldo_consumer;

/* Documents of a condominium that the office shares with its residents. Off until the office switches it on; never a paper by
   which the office or the condominium was activated, nor one that tells of people or of the bank. */
alter table documents
  -- Since when residents see it. Null: they do not.
  add column shared_at timestamptz,
  add constraint only_papers_of_a_condominium_are_shared check (shared_at is null
    or (account_id is not null and subject_id is null and type in ('regulation', 'minutes', 'other')));
create index documents_shared on documents (customer_id, account_id, shared_at, document_id) where shared_at is not null;
-- A resident sees what is shared where they live or own, once the scanner has passed it, unless it was found to be invalid.
create policy of_residents on documents for select to saldo_consumer
  using (account_id in (select r.account_id from account_residents r));
create policy shared on documents as restrictive for select to saldo_consumer
  using (shared_at is not null and scan in ('clean', 'not_scanned') and state <> 'invalid');
grant select on documents to saldo_consumer;
-- The office reads in the file's history who downloaded it, residents too.
grant execute on function hand_out_file to saldo_consumer;
select let_queries_read('documents',
  'document_id, customer_id, account_id, subject_id, type, file_name, mime, size, sha256, state, reason, scan,
   uploaded_by, checked_by, checked_at, told_at, created_at, shared_at');

/* How many residents a condominium has, and how many of them have an access and so see what is shared, whatever the actor may
   read of people. The caller has checked that the actor sees the condominium. */
create function count_residents(of_customer_id bigint, of_account_id bigint)
  returns table (residents integer, with_access integer)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select count(*)::integer, (count(*) filter (where u.user_id is not null))::integer
  from account_residents r
  join subjects s on s.customer_id = r.customer_id and s.subject_id = r.subject_id and s.merged_into is null
  left join users u on u.user_id = s.user_id and u.state = 'active'
  where r.customer_id = of_customer_id and r.account_id = of_account_id;
end;
revoke execute on function count_residents from public;
grant execute on function count_residents to saldo_customer, saldo_super, saldo_system;

/* What residents change of themselves in the registry of each office: how to reach them, and where they get letters. Name, tax
   code and the address of mails are the office's. A person who was merged into another has one record, that one. */
create policy oneself_change on subjects for update to saldo_consumer
  using (user_id = actor_user_id()) with check (user_id = actor_user_id());
grant update (phone, address, house_number, city, city_id, zip_code, prov, updated_at) on subjects to saldo_consumer;
