import type { Tx } from '../../../db/connection.ts'
import { rightRows } from './merged-rows.sql.ts'

/**
 * Gives equal shares to all who have a right in a unit, when the file adds somebody, names everybody who is there and
 * states no share (art. 1101 c.c.). Else the new person would stand beside somebody who has the whole.
 */
export async function shareEqually(tx: Tx, import_id: number): Promise<void> {
  await tx`
    with named as (
      select r.unit_id, r.candidate->>'right_kind' as right_kind, count(*)::int as people,
        count(r.right_holder_id)::int as known,
        bool_or(r.candidate ? 'share_numerator' and not r.candidate ? 'share_presumed') as stated
      from import_rows r
      where ${rightRows(tx, import_id)} and r.unit_id is not null and r.candidate->>'until' is null
        and r.candidate->>'right_kind' <> 'tenant'
      group by 1, 2
    ), there as (
      select h.unit_id, h.right_kind, count(*)::int as people from right_holders h
      where h.unit_id in (select unit_id from named) and h.until is null
      group by 1, 2
    )
    update import_rows r
    set candidate = r.candidate
      || jsonb_build_object('share_numerator', 1, 'share_denominator', n.people, 'share_presumed', true)
    from named n join there t on t.unit_id = n.unit_id and t.right_kind = n.right_kind
    where ${rightRows(tx, import_id)} and r.unit_id = n.unit_id and r.candidate->>'right_kind' = n.right_kind
      and r.candidate->>'until' is null and not n.stated and n.known = t.people and n.people > n.known`
}
