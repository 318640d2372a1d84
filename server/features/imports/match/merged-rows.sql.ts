import type { Tx } from '../../../db/connection.ts'

/** The valid rows of a registry, as `r`. */
export const rightRows = (tx: Tx, import_id: number) =>
  tx`r.import_id = ${import_id} and r.amount is not null and r.status not in ('error', 'left_out')`

/** Merges a group of rows `r`: for each field, the first value that is present. */
export const mergedValues = (tx: Tx) => tx`all_said(r.candidate order by r.row_id desc)`

/** The weight of a unit in the values `w` of its rows: their sum if each is a person's own (`added`), else the one that all repeat. */
export const unitWeight = (tx: Tx, added: ReturnType<Tx>) => tx`
  case when bool_or(${added}) then sum((w.value #>> '{}')::bigint) else min((w.value #>> '{}')::bigint) end::bigint`

/** The merged values (`said`: column → value) and the first row of each record that the rows name. */
export function mergedRowsOf(
  tx: Tx,
  import_id: number,
  key: 'subject_id' | 'unit_id' | 'right_holder_id',
  fields: Record<string, string>,
) {
  const pairs = Object.entries(fields).map(
    ([column, field]) => tx`${column}::text, k.all_said -> ${field}::text`,
  )
  const listed = pairs.reduce((all, pair) => tx`${all}, ${pair}`)
  return tx`
    select k.${tx(key)}, k.row_id, jsonb_strip_nulls(jsonb_build_object(${listed})) as said
    from (
      select r.${tx(key)}, min(r.row_id) as row_id, ${mergedValues(tx)} as all_said
      from import_rows r
      where ${rightRows(tx, import_id)} and r.${tx(key)} is not null
      group by r.${tx(key)}
    ) k`
}
