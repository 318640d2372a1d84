import type { Tx } from '../../../db/connection.ts'
import { settleHomonyms } from './homonyms.sql.ts'
import { refuseOtherNames } from './other-names.sql.ts'

/**
 * Matches the rows of an import with existing records: condominiums by tax code, else by name; people by tax code, else
 * by name within the same condominium (the same name elsewhere is another person; see homonyms.sql.ts); bills by number, else by unit, due
 * date and description. A bill that exists with the same content is left alone; with other content the row is wrong.
 * Runs as the customer, before the preview and again, under a lock, before writing.
 */
export async function matchRows(tx: Tx, import_id: number): Promise<void> {
  await planForMany(tx)
  await tx`
    with ${knownAccounts(tx, import_id)}, ${knownSubjects(tx, import_id)}
    update import_rows r set account_id = f.account_id, subject_id = f.subject_id
    from (
      select r.row_id, a.account_id, s.subject_id
      from import_rows r
      left join known_accounts a on a.account_key = r.account_key
      left join known_subjects s on s.subject_key = r.subject_key
      where r.import_id = ${import_id} and r.amount is not null
    ) f
    where r.row_id = f.row_id and (r.account_id, r.subject_id) is distinct from (f.account_id, f.subject_id)`
  await settleHomonyms(tx, import_id)
  await matchBills(tx, import_id)
  await refuseOtherNames(tx, import_id, tx`r.status in ('new', 'warning')`)
}

/**
 * Makes PostgreSQL plan for many rows: the rows were just written, so it has no statistics and would choose nested
 * loops and sorts on disk.
 */
export async function planForMany(tx: Tx): Promise<void> {
  await tx`set local enable_nestloop = off`
  await tx`set local work_mem = '64MB'`
}

/** The temporary table `known_accounts`: the named condominiums that exist, by their keys. */
export const knownAccounts = (tx: Tx, import_id: number) => tx`
  known_accounts as materialized (
    select distinct on (k.account_key) k.account_key, a.account_id
    from (
      select account_key, fold(said_name) as name
      from (
        select distinct account_key, candidate->>'condominium_name' as said_name
        from import_rows where import_id = ${import_id} and amount is not null
      ) said
    ) k
    join accounts a on 'cf:' || a.fiscal_code = k.account_key
      or (fold(a.name) = k.name and (a.fiscal_code is null or k.account_key like 'name:%'))
    order by k.account_key, ('cf:' || a.fiscal_code = k.account_key) desc nulls last, a.account_id)`

/**
 * The temporary table `known_subjects`: the same for people. Made after `known_accounts`, because names are matched
 * within a condominium.
 */
export const knownSubjects = (tx: Tx, import_id: number) => tx`
  known_subjects as materialized (
    select distinct r.subject_key, s.subject_id
    from import_rows r
    join subjects s on s.fiscal_code = r.candidate->>'fiscal_code'
    where r.import_id = ${import_id} and r.amount is not null
    union all
    (select distinct on (k.subject_key) k.subject_key, s.subject_id
    from (
      select distinct r.subject_key, a.account_id, fold(r.candidate->>'holder') as name
      from import_rows r
      join known_accounts a on a.account_key = r.account_key
      where r.import_id = ${import_id} and r.amount is not null and r.candidate->>'fiscal_code' is null
    ) k
    join (
      select b.customer_id, b.account_id, b.subject_id from bills b
      where b.account_id in (select account_id from known_accounts)
      union
      select h.customer_id, h.account_id, h.subject_id from right_holders h
      where h.account_id in (select account_id from known_accounts)
    ) known on known.account_id = k.account_id
    join subjects s on s.customer_id = known.customer_id and s.subject_id = known.subject_id
      and fold(s.nominative) = k.name
    order by k.subject_key, s.subject_id))`

async function matchBills(tx: Tx, import_id: number): Promise<void> {
  await tx`
    with wanted as materialized (
      select row_id, account_id, bill_key, candidate->>'number' as number,
        bill_number_key(candidate->>'number') as number_key
      from import_rows
      where import_id = ${import_id} and status in ('new', 'warning') and account_id is not null
    ), found as (
      select w.row_id, b.bill_id, b.number = w.number as exactly
      from wanted w
      join bills b on b.account_id = w.account_id and b.number_key = w.number_key and b.status <> 'cancelled'
      union all
      select w.row_id, b.bill_id, true
      from wanted w
      join bills b on b.account_id = w.account_id and b.import_key = w.bill_key and b.status <> 'cancelled'
    ), compared as (
      select distinct on (f.row_id) f.row_id, b.bill_id, b.number, s.nominative,
        b.amount = r.amount and b.subject_id is not distinct from r.subject_id as same
      from found f
      join import_rows r on r.row_id = f.row_id
      join bills b on b.bill_id = f.bill_id
      join subjects s on s.customer_id = b.customer_id and s.subject_id = b.subject_id
      order by f.row_id, same desc, f.exactly desc, b.bill_id
    )
    update import_rows r
    set bill_id = case when c.same or not ${renumbers(tx)} then c.bill_id end,
      status = case when c.same then 'same' when ${renumbers(tx)} then r.status else 'error' end,
      candidate = case when not c.same and ${renumbers(tx)}
        then r.candidate - 'number' || jsonb_build_object('number_in_file', r.candidate->>'number') else r.candidate end,
      issues = case when c.same or ${renumbers(tx)} then r.issues
        else jsonb_build_array(jsonb_build_object('ref', null, 'header', null, 'value', c.number, 'code', 'already_there',
          'message', 'Nel condominio c’è già la bolletta ' || c.number || ' di ' || c.nominative
            || ', con altri dati: ' || case when r.candidate ? 'number'
              then 'numera di nuovo, cambia il numero o lascia fuori la riga.'
              else 'scrivi nel foglio un numero o una causale diversa, o lascia fuori la riga.' end))
        end
    from compared c, imports i
    where r.row_id = c.row_id and i.import_id = ${import_id}`
}

/** Whether row `r` of import `i` takes a new number instead of one that another bill has. */
const renumbers = (tx: Tx) => tx`(i.renumber and r.candidate ? 'number')`
