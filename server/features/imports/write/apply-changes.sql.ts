import type { Tx } from '../../../db/connection.ts'

/** Writes the rows' changes to existing people, units and rights; weights are written with the new ones. */
export async function applyChanges(tx: Tx, import_id: number): Promise<void> {
  const of = (noun: string) => tx`c.import_id = ${import_id} and c.noun = ${noun}`
  await tx`
    update subjects s set (fiscal_code, email, pec, phone, address, house_number, zip_code, city, prov, updated_at) = (
      select n.fiscal_code, n.email, n.pec, n.phone, n.address, n.house_number, n.zip_code, n.city, n.prov, now()
      from jsonb_populate_record(s, c.after) n)
    from import_changes c where ${of('subjects')} and s.subject_id = c.record_id`
  await tx`
    update units u set (use, floor, cadastral_sheet, cadastral_parcel, cadastral_subunit, cadastral_category, updated_at) = (
      select n.use, n.floor, n.cadastral_sheet, n.cadastral_parcel, n.cadastral_subunit, n.cadastral_category, now()
      from jsonb_populate_record(u, c.after) n)
    from import_changes c where ${of('units')} and u.unit_id = c.record_id`
  await tx`
    update right_holders h set (share_numerator, share_denominator, since, until, pays, updated_at) = (
      select n.share_numerator, n.share_denominator, n.since, n.until, n.pays, now()
      from jsonb_populate_record(h, c.after) n)
    from import_changes c where ${of('right_holders')} and h.right_holder_id = c.record_id`
}

/** Reverts the import's changes, except values that somebody has changed since. */
export async function revertChanges(tx: Tx, import_id: number): Promise<void> {
  const of = (noun: string) => tx`c.import_id = ${import_id} and c.noun = ${noun}`
  await tx`
    update subjects s set (fiscal_code, email, pec, phone, address, house_number, zip_code, city, prov, updated_at) = (
      select n.fiscal_code, n.email, n.pec, n.phone, n.address, n.house_number, n.zip_code, n.city, n.prov, now()
      from jsonb_populate_record(s, c.before) n)
    from import_changes c where ${of('subjects')} and s.subject_id = c.record_id and to_jsonb(s) @> c.after`
  await tx`
    update units u set (use, floor, cadastral_sheet, cadastral_parcel, cadastral_subunit, cadastral_category, updated_at) = (
      select n.use, n.floor, n.cadastral_sheet, n.cadastral_parcel, n.cadastral_subunit, n.cadastral_category, now()
      from jsonb_populate_record(u, c.before) n)
    from import_changes c where ${of('units')} and u.unit_id = c.record_id and to_jsonb(u) @> c.after`
  await tx`
    update right_holders h set (share_numerator, share_denominator, since, until, pays, updated_at) = (
      select n.share_numerator, n.share_denominator, n.since, n.until, n.pays, now()
      from jsonb_populate_record(h, c.before) n)
    from import_changes c
    where ${of('right_holders')} and h.right_holder_id = c.record_id and to_jsonb(h) @> c.after`
  await revertWeights(tx, import_id)
}

async function revertWeights(tx: Tx, import_id: number): Promise<void> {
  const changed = tx`
    select x.weight_table_id, x.unit_id, (c.before ->> e.key)::bigint as weight
    from import_changes c
    cross join lateral jsonb_each(c.after) e
    join weights x on x.unit_id = c.record_id and to_jsonb(x.weight) = e.value
    join weight_tables t on t.weight_table_id = x.weight_table_id and t.name_key = fold(e.key)
    where c.import_id = ${import_id} and c.noun = 'weights'`
  await tx`
    delete from weights w using (${changed}) c
    where w.weight_table_id = c.weight_table_id and w.unit_id = c.unit_id and c.weight is null`
  await tx`
    update weights w set weight = c.weight from (${changed}) c
    where w.weight_table_id = c.weight_table_id and w.unit_id = c.unit_id`
}
