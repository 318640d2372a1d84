import type { Tx } from '../../db/connection.ts'

/** What the rows of a registry come to: new, changed, unchanged, wrong, and what they bring. */
export async function registryCounts(tx: Tx, import_id: number): Promise<Record<string, number>> {
  const [counts] = await tx`
    with right_rows as (
      select * from import_rows where import_id = ${import_id} and status in ('new', 'changed', 'same')
    ), said_tables as (
      select distinct r.candidate->>'account_key' as account_key, r.account_id, fold(w.key) as name_key
      from right_rows r, jsonb_each(r.candidate->'weights') w
    )
    select
      count(*) filter (where status = 'new')::int as new_rows,
      count(*) filter (where status = 'changed')::int as changed_rows,
      count(*) filter (where status = 'same')::int as same_rows,
      count(*) filter (where issues <> '[]')::int as warnings,
      count(distinct candidate->>'account_key') filter (where account_id is null)::int as new_accounts,
      count(distinct candidate->>'subject_key') filter (where subject_id is null)::int as new_subjects,
      count(distinct (candidate->>'account_key', unit_key)) filter (where unit_id is null)::int as new_units,
      count(*) filter (where opening and amount < 0)::int as opening_debts,
      coalesce(-sum(amount) filter (where opening and amount < 0), 0)::bigint as opening_debts_amount,
      count(*) filter (where opening and amount > 0)::int as opening_credits,
      coalesce(sum(amount) filter (where opening and amount > 0), 0)::bigint as opening_credits_amount,
      (select count(*) from import_rows where import_id = ${import_id} and status = 'error')::int as errors,
      (select count(*) from import_rows where import_id = ${import_id} and status = 'left_out')::int as left_out,
      (select count(*) from said_tables s where not exists (
        select from weight_tables t where t.account_id = s.account_id and t.name_key = s.name_key))::int as new_tables
    from right_rows`
  return counts as Record<string, number>
}
