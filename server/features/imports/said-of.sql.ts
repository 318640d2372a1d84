import type { Tx } from '../../db/connection.ts'

/** The rows of a registry that are right, as `r`. */
export const rightRows = (tx: Tx, import_id: number) =>
  tx`r.import_id = ${import_id} and r.amount is not null and r.status not in ('error', 'left_out')`

/**
 * What the first row that says it says of a field, among those of a group: the least of row and text, since an ordered
 * aggregate would sort once for every field of every group.
 */
export const firstText = (tx: Tx, field: string) => tx`substr(min(
  (lpad(r.row_id::text, 19, '0') || (r.candidate->>${field}::text)) collate "C"), 20)`
/** The same as a value of JSON. */
const firstSaid = (tx: Tx, field: string) => tx`substr(min(
  (lpad(r.row_id::text, 19, '0') || (r.candidate->${field}::text)::text) collate "C"), 20)::jsonb`

/** For each record that the rows speak of, what they say of it (`said`: column → value) and the first of the rows. */
export function saidOf(
  tx: Tx,
  import_id: number,
  key: 'subject_id' | 'unit_id' | 'right_holder_id',
  fields: Record<string, string>,
) {
  const pairs = Object.entries(fields).map(([column, field]) => tx`${column}::text, ${firstSaid(tx, field)}`)
  const listed = pairs.reduce((all, pair) => tx`${all}, ${pair}`)
  return tx`
    select ${tx(key)}, min(r.row_id) as row_id, jsonb_strip_nulls(jsonb_build_object(${listed})) as said
    from import_rows r
    where ${rightRows(tx, import_id)} and ${tx(key)} is not null
    group by ${tx(key)}`
}
