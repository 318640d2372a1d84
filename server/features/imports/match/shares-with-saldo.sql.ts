import type { Tx } from '../../../db/connection.ts'
import { rightRows } from './merged-rows.sql.ts'

/**
 * Makes the rows wrong whose shares, beside those that stay in Saldo, are more than the whole of a right. Runs after the
 * questions about people are answered; an open question has a say of its own.
 */
export async function refuseTooManyShares(tx: Tx, import_id: number): Promise<void> {
  await tx`
    with named as materialized (
      select r.row_id, r.unit_id, r.right_holder_id, r.candidate->>'right_kind' as right_kind,
        (r.candidate->>'share_numerator')::numeric / (r.candidate->>'share_denominator')::numeric as share
      from import_rows r
      where ${rightRows(tx, import_id)} and r.unit_id is not null and r.candidate->>'until' is null
        and r.candidate->>'right_kind' <> 'tenant'
    ), there as (
      select h.right_holder_id, h.unit_id, h.right_kind, s.nominative,
        coalesce((c.after->>'share_numerator')::numeric, h.share_numerator)
          / coalesce((c.after->>'share_denominator')::numeric, h.share_denominator) as share
      from right_holders h
      join subjects s on s.customer_id = h.customer_id and s.subject_id = h.subject_id
      left join import_changes c on c.import_id = ${import_id} and c.noun = 'right_holders'
        and c.record_id = h.right_holder_id
      where h.unit_id in (select unit_id from named) and h.until is null and not coalesce(c.after ? 'until', false)
        and h.right_holder_id not in (select right_holder_id from named where right_holder_id is not null and share is not null)
    ), wrong as (
      select n.unit_id, n.right_kind, t.people
      from (
        select unit_id, right_kind, sum(coalesce(share, case when right_holder_id is null then 1 else 0 end)) as share,
          bool_or(share is not null) as stated
        from named group by 1, 2
      ) n
      join (
        select unit_id, right_kind, sum(share) as share,
          string_agg(nominative || ' ' || round(share * 100, 2)::float || '%', ', ' order by nominative) as people
        from there group by 1, 2
      ) t on t.unit_id = n.unit_id and t.right_kind = n.right_kind
      where n.stated and n.share + t.share > 1.0005
    )
    update import_rows r
    set status = 'error', issues = jsonb_build_array(jsonb_build_object('ref', null, 'header', null, 'value', '',
      'code', 'share', 'message', 'Con le quote che restano in Saldo (' || w.people
        || ') quelle del foglio superano l’intero: scrivi nel foglio le quote di tutti, o lascia fuori la riga.')) || r.issues
    from wrong w
    where ${rightRows(tx, import_id)} and r.unit_id = w.unit_id and r.candidate->>'right_kind' = w.right_kind
      and r.candidate ? 'share_numerator'`
}
