import { mayBeSameName } from '@saldo/domain/registry/name-and-code'
import type { Tx } from '../../../db/connection.ts'
import type { rightRows } from './merged-rows.sql.ts'

/**
 * Makes the rows wrong whose tax code belongs to a person of the office with another name: matched in silence, the row's
 * own person would disappear. `rows` are the rows `r` that may still be written.
 */
export async function refuseOtherNames(
  tx: Tx,
  import_id: number,
  rows: ReturnType<typeof rightRows>,
): Promise<void> {
  const found = await tx<{ subject_id: number; nominative: string; holder: string }[]>`
    select distinct s.subject_id, s.nominative, r.candidate->>'holder' as holder
    from import_rows r
    join subjects s on s.subject_id = r.subject_id and s.fiscal_code = r.candidate->>'fiscal_code'
    where r.import_id = ${import_id} and ${rows} and fold(s.nominative) <> fold(r.candidate->>'holder')`
  const others = found.filter(({ nominative, holder }) => !mayBeSameName(nominative, holder))
  if (others.length === 0) return
  await tx`
    update import_rows r
    set status = 'error', issues = jsonb_build_array(jsonb_build_object(
      'ref', null, 'header', null, 'value', r.candidate->>'fiscal_code', 'code', 'other_name',
      'message', 'Questo codice fiscale in Saldo è di ' || o.nominative || ', qui è di ' || o.holder
        || ': correggi il codice o il nome nel foglio, oppure cambia prima il nome della persona.')) || r.issues
    from unnest(${others.map(({ subject_id }) => subject_id)}::bigint[], ${others.map(({ nominative }) => nominative)}::text[],
      ${others.map(({ holder }) => holder)}::text[]) as o (subject_id, nominative, holder)
    where r.import_id = ${import_id} and ${rows} and r.subject_id = o.subject_id and r.candidate->>'holder' = o.holder
      and r.candidate ? 'fiscal_code'`
}
