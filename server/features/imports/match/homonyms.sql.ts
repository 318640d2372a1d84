import type { Tx } from '../../../db/connection.ts'

/**
 * Settles the rows without tax code whose name several people of the condominium have: the bill that exists already or the
 * unit says who it is, if exactly one of them has it. Else the row is wrong, because the bill would be another person's.
 */
export async function settleHomonyms(tx: Tx, import_id: number): Promise<void> {
  await tx`
    with rows as materialized (
      select row_id, account_id, bill_key, bill_number_key(candidate->>'number') as number_key,
        fold(candidate->>'holder') as name, candidate->>'holder' as holder,
        fold(candidate->>'unit') as unit, coalesce(fold(candidate->>'staircase'), '') as staircase
      from import_rows
      where import_id = ${import_id} and status in ('new', 'warning') and account_id is not null and subject_id is not null
        and candidate->>'fiscal_code' is null
    ), people as materialized (
      select known.account_id, s.subject_id, fold(s.nominative) as name
      from (
        select account_id, subject_id from bills where account_id in (select account_id from rows)
        union
        select account_id, subject_id from right_holders where account_id in (select account_id from rows)
      ) known
      join subjects s on s.subject_id = known.subject_id
      where fold(s.nominative) in (select name from rows)
    ), several as (
      select account_id, name from people group by 1, 2 having count(*) > 1
    ), having_it as (
      select r.row_id, p.subject_id, 1 as certainty
      from rows r
      join people p on p.account_id = r.account_id and p.name = r.name
      join bills b on b.account_id = r.account_id and b.subject_id = p.subject_id and b.status <> 'cancelled'
        and (b.import_key = r.bill_key or b.number_key = r.number_key)
      union
      select r.row_id, p.subject_id, 2
      from rows r
      join people p on p.account_id = r.account_id and p.name = r.name
      join units u on u.account_id = r.account_id and fold(u.number) = r.unit
        and coalesce(fold(u.staircase), '') = r.staircase
      join right_holders h on h.unit_id = u.unit_id and h.subject_id = p.subject_id and h.until is null
    ), who as (
      select distinct on (row_id) row_id, min(subject_id) as subject_id, count(*) as people
      from having_it group by row_id, certainty order by row_id, certainty
    )
    update import_rows i
    set subject_id = case when o.people = 1 then o.subject_id else i.subject_id end,
      status = case when o.people = 1 then i.status else 'error' end,
      issues = case when o.people = 1 then i.issues
        else jsonb_build_array(jsonb_build_object('ref', null, 'header', null, 'value', r.holder, 'code', 'same_name',
          'message', 'Nel condominio più persone si chiamano ' || r.holder
            || ' e l’interno non dice quale: aggiungi il codice fiscale o lascia fuori la riga.')) end
    from rows r
    join several s on s.account_id = r.account_id and s.name = r.name
    left join who o on o.row_id = r.row_id
    where i.row_id = r.row_id`
}
