import type { Tx } from '../../../db/connection.ts'
import { makeWorkTable } from '../../../db/work-tables.ts'
import { nextBillNumbers } from '../../bills/numbering/bill-number.ts'
import { nextOwnBillNumbers } from '../../bills/numbering/number-series.ts'
import type { StoredImport } from '../import-view.ts'
import { mergedValues } from '../match/merged-rows.sql.ts'
import { issueDay } from './refuse-closed-days.sql.ts'

const toWrite = (tx: Tx, import_id: number) =>
  tx`r.import_id = ${import_id} and r.status in ('new', 'changed', 'warning')`

/** Writes the condominiums, people and bills of an import of bills. */
export async function writeBills(tx: Tx, stored: StoredImport): Promise<void> {
  await insertAccounts(tx, stored)
  await insertSubjects(tx, stored)
  await prepareBills(tx)
  await tx`
    insert into new_bills (row_id, account_id, subject_id, number, description, unit, issue_date, due_date, amount, import_key)
    select r.row_id, coalesce(r.account_id, a.account_id), coalesce(r.subject_id, s.subject_id), r.candidate->>'number',
      coalesce(r.candidate->>'description', 'Rata condominiale'), ${unitWords(tx)},
      ${issueDay(tx)}, (r.candidate->>'due_date')::date, r.amount, r.bill_key
    from import_rows r
    left join new_accounts a on a.account_key = r.account_key
    left join new_subjects s on s.subject_key = r.subject_key
    where r.import_id = ${stored.import_id} and r.status in ('new', 'warning')`
  await insertBills(tx, stored)
}

/** Counts of an import of bills. */
export async function billCounts(tx: Tx, import_id: number): Promise<Record<string, number>> {
  const [counts] = await tx`
    select
      count(*) filter (where status in ('new', 'warning', 'same') and amount is not null)::int as bills,
      coalesce(sum(amount) filter (where status in ('new', 'warning', 'same')), 0)::bigint as amount,
      count(*) filter (where status in ('new', 'warning'))::int as new_bills,
      coalesce(sum(amount) filter (where status in ('new', 'warning')), 0)::bigint as new_amount,
      count(*) filter (where status = 'same')::int as same_bills,
      count(*) filter (where status = 'error')::int as errors,
      count(*) filter (where status = 'warning')::int as warnings,
      count(*) filter (where status = 'left_out')::int as left_out,
      count(*) filter (where status = 'error' and issues @> '[{"code": "already_there"}]' and candidate ? 'number')::int as taken_numbers,
      count(*) filter (where status in ('new', 'warning') and candidate ? 'number_in_file')::int as renumbered,
      count(distinct account_key) filter (where status in ('new', 'warning') and account_id is null)::int
        as new_accounts,
      count(distinct subject_key) filter (where status in ('new', 'warning') and subject_id is null)::int
        as new_subjects
    from import_rows where import_id = ${import_id}`
  return counts as Record<string, number>
}

/* The ids of new records are stored in work tables, by the keys of the rows, until the transaction ends. Writing them
   into each row would cost as much as writing the records. */

/**
 * Inserts condominiums that do not exist yet: one for each key, with the values of all its rows merged. `new_accounts`
 * maps keys to ids.
 */
export async function insertAccounts(tx: Tx, { import_id, customer_id }: StoredImport): Promise<void> {
  await makeWorkTable(tx, 'new_accounts')
  await tx`
    with named as (
      select account_key, max(candidate->>'condominium_name') as name,
        max(candidate->>'condominium_fiscal_code') as fiscal_code, max(candidate->>'iban') as iban,
        max(candidate->>'condominium_address') as address, max(candidate->>'condominium_city') as city
      from import_rows r where ${toWrite(tx, import_id)} and account_id is null
      group by 1
    ), numbered as (
      select *, nextval(pg_get_serial_sequence('accounts', 'account_id')) as account_id from named
    ), made as (
      insert into accounts (account_id, customer_id, import_id, name, fiscal_code, address, city, iban)
      select account_id, ${customer_id}, ${import_id}, coalesce(name, 'Condominio ' || fiscal_code), fiscal_code, address, city,
        case when iban is not null and not exists (select from accounts a where a.iban = n.iban)
          and not iban_is_blocked(iban) then iban end
      from numbered n)
    insert into new_accounts (account_key, account_id) select account_key, account_id from numbered`
}

/** Inserts people who do not exist yet; `new_subjects` maps keys to ids. */
export async function insertSubjects(tx: Tx, { import_id, customer_id }: StoredImport): Promise<void> {
  await makeWorkTable(tx, 'new_subjects')
  await tx`
    with named as (
      select r.subject_key, ${mergedValues(tx)} as said
      from import_rows r where ${toWrite(tx, import_id)} and r.subject_id is null
      group by 1
      order by min(r.row_id)
    ), numbered as (
      select *, nextval(pg_get_serial_sequence('subjects', 'subject_id')) as subject_id from named
    ), made as (
      insert into subjects (subject_id, customer_id, import_id, nominative, fiscal_code, email, pec, phone, address, zip_code, city, prov)
      select subject_id, ${customer_id}, ${import_id}, said->>'holder', said->>'fiscal_code', said->>'email', said->>'pec', said->>'phone',
        said->>'address', said->>'zip_code', said->>'city', said->>'province'
      from numbered)
    insert into new_subjects (subject_key, subject_id) select subject_key, subject_id from numbered`
}

/** The name of the unit of row `r` on a bill. */
export const unitWords = (tx: Tx) =>
  tx`nullif(concat_ws(', ', 'Int. ' || (r.candidate->>'unit'), 'scala ' || (r.candidate->>'staircase')), '')`

/** The work table `new_bills`, to be filled by the caller: each row becomes a bill with one line and one instalment. */
export const prepareBills = (tx: Tx): Promise<void> => makeWorkTable(tx, 'new_bills')

/**
 * Inserts `new_bills`. A bill without number gets the next one of its condominium, after the numbers in the rows; an
 * opening balance one of the series of opening balances.
 */
export async function insertBills(
  tx: Tx,
  stored: StoredImport,
  series: 'bill' | 'opening' = 'bill',
): Promise<void> {
  const { customer_id, created_by, file_name } = stored
  await insertNumbered(tx, stored, tx`number is not null`)
  await giveNumbers(tx, customer_id, series)
  await insertNumbered(tx, stored, tx`given_number is not null`)
  await tx`
    insert into bill_lines (customer_id, bill_id, position, description, amount)
    select ${customer_id}, bill_id, 1, description, amount from new_bills`
  await tx`
    insert into bill_instalments (customer_id, bill_id, position, due_date, amount)
    select ${customer_id}, bill_id, 1, due_date, amount from new_bills`
  await tx`
    insert into bill_events (customer_id, bill_id, kind, text, actor)
    select ${customer_id}, bill_id, 'imported',
      ${`Importata da ${file_name}`} || coalesce(', dove aveva il numero ' || (
        select r.candidate->>'number_in_file' from import_rows r where r.row_id = new_bills.row_id), ''),
      coalesce((select nominative from users where user_id = ${created_by}), 'sistema')
    from new_bills`
}

// The next due date is already that of its instalment, so that the bill is not updated again.
const insertNumbered = (tx: Tx, { import_id, customer_id }: StoredImport, which: ReturnType<typeof tx>) => tx`
  insert into bills (bill_id, customer_id, account_id, subject_id, number, description, unit, issue_date, amount, next_due_date,
    import_id, import_key)
  select bill_id, ${customer_id}, account_id, subject_id, coalesce(number, given_number), description, unit,
    issue_date, amount, due_date, ${import_id}, case when number is null then import_key end
  from new_bills where ${which}
  order by bill_id`

/** Numbers follow the file's order, within the year of each bill's date. */
async function giveNumbers(tx: Tx, customer_id: number, series: 'bill' | 'opening'): Promise<void> {
  const wanted = await tx<{ account_id: number; first_day: string; row_ids: number[] }[]>`
    select account_id, min(issue_date) as first_day, array_agg(row_id order by row_id) as row_ids
    from new_bills where number is null
    group by account_id, extract(year from issue_date) order by account_id, extract(year from issue_date)`
  for (const { account_id, first_day, row_ids } of wanted) {
    const account = { customer_id, account_id }
    const numbers =
      series === 'bill'
        ? await nextBillNumbers(tx, account, first_day, row_ids.length)
        : await nextOwnBillNumbers(tx, series, account, first_day, row_ids.length)
    await tx`
      update new_bills b set given_number = g.number
      from unnest(${row_ids}::bigint[], ${numbers}::text[]) as g (row_id, number)
      where b.row_id = g.row_id`
  }
}
