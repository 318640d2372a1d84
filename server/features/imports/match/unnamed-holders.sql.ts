import { type RightKind, rightNames } from '@saldo/domain/right-holder'
import type { Tx } from '../../../db/connection.ts'
import { rightRows } from './merged-rows.sql.ts'

/**
 * A sentence about people whom Saldo has in a unit of the file and whom the file does not name: they stay, and perhaps they
 * have left. Kinds of right that the file does not list are not meant, nor are units about whose people it is asked.
 */
export async function unnamedHoldersInWords(tx: Tx, import_id: number): Promise<string[]> {
  const people = await tx<{ unit: string; nominative: string; right_kind: RightKind; of_all: number }[]>`
    with named as materialized (
      select r.unit_id, r.right_holder_id, r.candidate->>'right_kind' as right_kind
      from import_rows r where ${rightRows(tx, import_id)} and r.unit_id is not null
    )
    select u.name as unit, s.nominative, h.right_kind, count(*) over ()::int as of_all
    from right_holders h
    join units u on u.unit_id = h.unit_id
    join subjects s on s.customer_id = h.customer_id and s.subject_id = h.subject_id
    where h.unit_id in (select unit_id from named) and (h.until is null or h.until >= today())
      and h.right_kind in (select right_kind from named)
      and h.right_holder_id not in (select right_holder_id from named where right_holder_id is not null)
      and not exists (
        select from named n where n.unit_id = h.unit_id and n.right_kind = h.right_kind and n.right_holder_id is null)
    order by u.position, s.nominative limit ${MOST_NAMED}`
  const [first] = people
  if (!first) return []
  const listed = people.map(
    ({ unit, nominative, right_kind }) => `${unit} ${nominative} (${rightNames[right_kind].toLowerCase()})`,
  )
  const more = first.of_all > people.length ? ` e altre ${first.of_all - people.length}` : ''
  return [
    `In Saldo restano persone che il foglio non nomina nelle sue unità: ${listed.join(', ')}${more}. Se sono uscite, scrivi la fine del loro diritto nella pagina dell’unità.`,
  ]
}
const MOST_NAMED = 10
