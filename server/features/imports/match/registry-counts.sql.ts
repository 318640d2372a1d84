import type { Tx } from '../../../db/connection.ts'
import { rightRows } from './merged-rows.sql.ts'

/** Counts of a registry's rows: new, changed, unchanged, wrong, and the records they make. */
export async function registryCounts(tx: Tx, import_id: number): Promise<Record<string, number>> {
  const right = rightRows(tx, import_id)
  const [counts] = await tx`
    with said_tables as (
      select distinct account_key, account_id, fold(name) as name_key
      from (
        select distinct r.account_key, r.account_id, name
        from import_rows r, jsonb_object_keys(r.candidate->'weights') name
        where ${right}
      ) said
    )
    select
      count(*) filter (where r.status = 'new')::int as new_rows,
      count(*) filter (where r.status = 'changed')::int as changed_rows,
      count(*) filter (where r.status = 'same')::int as same_rows,
      count(*) filter (where r.issues <> '[]')::int as warnings,
      (select count(*) from (
        select distinct r.account_key from import_rows r where ${right} and r.account_id is null) n)::int as new_accounts,
      (select count(*) from (
        select distinct r.subject_key from import_rows r where ${right} and r.subject_id is null) n)::int as new_subjects,
      (select count(*) from (
        select distinct r.account_key, r.unit_key from import_rows r where ${right} and r.unit_id is null) n)::int as new_units,
      count(*) filter (where r.opening and r.amount < 0)::int as opening_debts,
      coalesce(-sum(r.amount) filter (where r.opening and r.amount < 0), 0)::bigint as opening_debts_amount,
      count(*) filter (where r.opening and r.amount > 0)::int as opening_credits,
      coalesce(sum(r.amount) filter (where r.opening and r.amount > 0), 0)::bigint as opening_credits_amount,
      count(*) filter (where r.opening and r.candidate->>'opening_date' is null)::int as opening_undated,
      (select count(*) from import_rows where import_id = ${import_id} and status = 'error')::int as errors,
      (select count(*) from import_rows where import_id = ${import_id} and status = 'left_out')::int as left_out,
      (select count(*) from said_tables s where not exists (
        select from weight_tables t where t.account_id = s.account_id and t.name_key = s.name_key))::int as new_tables
    from import_rows r where ${right}`
  return counts as Record<string, number>
}
