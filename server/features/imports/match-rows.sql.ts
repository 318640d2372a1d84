import type { Tx } from '../../db/connection.ts'

/**
 * Finds what the rows of an import mean among what is there already: condominiums by tax code, else by name; people by
 * tax code, else by name within the same condominium (two of the same name elsewhere are two people); bills by number,
 * else by unit, due date and description. A bill that is there with the same content is left alone; with another content
 * the row is wrong. Runs as the customer, before the preview and again, under a lock, before writing. Plans the rest of the
 * transaction for many rows.
 */
export async function matchRows(tx: Tx, import_id: number): Promise<void> {
  // The rows have just been written and nothing is known of their number: left alone, the planner compares each with each.
  await tx`set local enable_nestloop = off`
  await nameKeys(tx, import_id)
  await matchAccounts(tx, import_id)
  await matchSubjects(tx, import_id)
  await matchBills(tx, import_id)
}

/** Keys are folded by the database, which folds its own names the same way; once, since rows keep what they say. */
export const nameKeys = (tx: Tx, import_id: number) => tx`
  update import_rows r set candidate = r.candidate || jsonb_build_object(
    'account_key', k.account_key,
    'subject_key', coalesce('cf:' || (r.candidate->>'fiscal_code'),
      'name:' || k.account_key || ':' || fold(r.candidate->>'holder')))
  from (
    select row_id, coalesce('cf:' || (candidate->>'condominium_fiscal_code'), 'name:' || fold(candidate->>'condominium_name'))
      as account_key
    from import_rows where import_id = ${import_id} and amount is not null and not candidate ? 'subject_key'
  ) k
  where r.row_id = k.row_id`

export const matchAccounts = (tx: Tx, import_id: number) => tx`
  update import_rows r set account_id = a.account_id
  from (
    select distinct on (k.account_key) k.account_key, a.account_id
    from (
      select distinct candidate->>'account_key' as account_key, fold(candidate->>'condominium_name') as name
      from import_rows where import_id = ${import_id} and amount is not null
    ) k
    join accounts a on 'cf:' || a.fiscal_code = k.account_key
      or (fold(a.name) = k.name and (a.fiscal_code is null or k.account_key like 'name:%'))
    order by k.account_key, ('cf:' || a.fiscal_code = k.account_key) desc nulls last, a.account_id
  ) a
  where r.import_id = ${import_id} and r.candidate->>'account_key' = a.account_key`

export async function matchSubjects(tx: Tx, import_id: number): Promise<void> {
  await tx`
    update import_rows r set subject_id = s.subject_id
    from subjects s
    where r.import_id = ${import_id} and s.fiscal_code = r.candidate->>'fiscal_code'`
  await tx`
    with k as (
      select distinct candidate->>'subject_key' as subject_key, account_id, fold(candidate->>'holder') as name
      from import_rows
      where import_id = ${import_id} and subject_id is null and account_id is not null
        and candidate->>'fiscal_code' is null and amount is not null
    ), known as (
      select b.customer_id, b.account_id, b.subject_id from bills b where b.account_id in (select account_id from k)
      union
      select h.customer_id, h.account_id, h.subject_id from right_holders h where h.account_id in (select account_id from k)
    )
    update import_rows r set subject_id = n.subject_id
    from (
      select distinct on (k.subject_key) k.subject_key, s.subject_id
      from k
      join known b on b.account_id = k.account_id
      join subjects s on s.customer_id = b.customer_id and s.subject_id = b.subject_id and fold(s.nominative) = k.name
      order by k.subject_key, s.subject_id
    ) n
    where r.import_id = ${import_id} and r.candidate->>'subject_key' = n.subject_key`
}

async function matchBills(tx: Tx, import_id: number): Promise<void> {
  await tx`
    update import_rows r
    set bill_id = b.bill_id,
      status = case when b.amount = r.amount and (r.candidate->>'number' is null or b.subject_id = r.subject_id)
        then 'same' else 'error' end,
      issues = case when b.amount = r.amount and (r.candidate->>'number' is null or b.subject_id = r.subject_id)
        then r.issues
        else jsonb_build_array(jsonb_build_object('ref', null, 'header', null, 'value', b.number, 'code', 'already_there',
          'message', 'Nel condominio c’è già la bolletta ' || b.number || ' con altri dati: cambia il numero, o lascia fuori la riga.'))
        end
    from bills b
    where r.import_id = ${import_id} and r.status in ('new', 'warning') and r.account_id is not null
      and b.account_id = r.account_id and b.status <> 'cancelled'
      and (b.number = r.candidate->>'number' or (r.candidate->>'number' is null and b.import_key = r.bill_key))`
}
