import type { PendingQuery, Row } from 'postgres'
import type { Tx } from '../../db/connection.ts'
import type { StoredImport } from './import-view.ts'
import { firstText } from './said-of.sql.ts'

type Fragment = PendingQuery<Row[]>

const toWrite = (tx: Tx, import_id: number) =>
  tx`r.import_id = ${import_id} and r.status in ('new', 'changed', 'warning')`

/** Condominiums, people and bills of an import of bills. */
export async function writeBills(tx: Tx, stored: StoredImport): Promise<void> {
  await insertAccounts(tx, stored)
  await insertSubjects(tx, stored)
  await insertBillsOf(tx, stored, tx`r.status in ('new', 'warning')`)
}

/** What the rows of an import of bills come to. */
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
      count(distinct candidate->>'account_key') filter (where status in ('new', 'warning') and account_id is null)::int
        as new_accounts,
      count(distinct candidate->>'subject_key') filter (where status in ('new', 'warning') and subject_id is null)::int
        as new_subjects
    from import_rows where import_id = ${import_id}`
  return counts as Record<string, number>
}

/** Condominiums that the rows name and that are not there: one for each key, with the most that any row says of it. */
export async function insertAccounts(tx: Tx, { import_id, customer_id }: StoredImport): Promise<void> {
  await tx`
    with named as (
      select candidate->>'account_key' as account_key, max(candidate->>'condominium_name') as name,
        max(candidate->>'condominium_fiscal_code') as fiscal_code, max(candidate->>'iban') as iban
      from import_rows r where ${toWrite(tx, import_id)} and account_id is null
      group by 1
    ), numbered as (
      select *, nextval(pg_get_serial_sequence('accounts', 'account_id')) as account_id from named
    ), made as (
      insert into accounts (account_id, customer_id, import_id, name, fiscal_code, iban)
      select account_id, ${customer_id}, ${import_id}, coalesce(name, 'Condominio ' || fiscal_code), fiscal_code,
        case when iban is not null and not exists (select from accounts a where a.iban = n.iban)
          and not iban_is_blocked(iban) then iban end
      from numbered n
      returning account_id)
    update import_rows r set account_id = n.account_id
    from numbered n
    where r.import_id = ${import_id} and r.candidate->>'account_key' = n.account_key and r.account_id is null`
}

/** People that the rows name and that are not there. */
export async function insertSubjects(tx: Tx, { import_id, customer_id }: StoredImport): Promise<void> {
  await tx`
    with named as (
      select r.candidate->>'subject_key' as subject_key, min(r.row_id) as row_id, ${firstText(tx, 'holder')} as nominative,
        ${firstText(tx, 'fiscal_code')} as fiscal_code, ${firstText(tx, 'email')} as email, ${firstText(tx, 'phone')} as phone,
        ${firstText(tx, 'address')} as address, ${firstText(tx, 'zip_code')} as zip_code, ${firstText(tx, 'city')} as city,
        ${firstText(tx, 'province')} as prov
      from import_rows r where ${toWrite(tx, import_id)} and r.subject_id is null
      group by 1
    ), numbered as (
      select *, nextval(pg_get_serial_sequence('subjects', 'subject_id')) as subject_id from named
    ), made as (
      insert into subjects (subject_id, customer_id, import_id, nominative, fiscal_code, email, phone, address, zip_code, city, prov)
      select subject_id, ${customer_id}, ${import_id}, nominative, fiscal_code, email, phone, address, zip_code, city, prov
      from numbered
      returning subject_id)
    update import_rows r set subject_id = n.subject_id
    from numbered n
    where r.import_id = ${import_id} and r.candidate->>'subject_key' = n.subject_key and r.subject_id is null`
}

/** The bills of some rows, each with one line and one instalment. A row without number gets the next of its condominium and year. */
export async function insertBillsOf(
  tx: Tx,
  { import_id, customer_id, created_by }: StoredImport,
  which: Fragment,
): Promise<void> {
  const rows = tx`r.import_id = ${import_id} and ${which}`
  await tx`
    update import_rows r set bill_id = n.bill_id
    from (
      select r.row_id, nextval(pg_get_serial_sequence('bills', 'bill_id')) as bill_id
      from import_rows r where ${rows} order by r.row_id
    ) n
    where r.row_id = n.row_id`
  await tx`
    insert into bills (bill_id, customer_id, account_id, subject_id, number, description, unit, issue_date, amount, import_id,
      import_key)
    select r.bill_id, ${customer_id}, r.account_id, r.subject_id,
      coalesce(r.candidate->>'number', n.number),
      coalesce(r.candidate->>'description', 'Rata condominiale'),
      nullif(concat_ws(', ', 'Int. ' || (r.candidate->>'unit'), 'scala ' || (r.candidate->>'staircase')), ''),
      coalesce((r.candidate->>'issue_date')::date, today()), abs(r.amount), ${import_id},
      case when r.candidate->>'number' is null then r.bill_key end
    from import_rows r
    left join (${newNumbers(tx, rows)}) n on n.row_id = r.row_id
    where ${rows}`
  await tx`
    insert into bill_lines (customer_id, bill_id, position, description, amount)
    select ${customer_id}, r.bill_id, 1, coalesce(r.candidate->>'description', 'Rata condominiale'), abs(r.amount)
    from import_rows r where ${rows}`
  await tx`
    insert into bill_instalments (customer_id, bill_id, position, due_date, amount)
    select ${customer_id}, r.bill_id, 1, (r.candidate->>'due_date')::date, abs(r.amount)
    from import_rows r where ${rows}`
  await tx`
    insert into bill_events (customer_id, bill_id, kind, text, actor)
    select ${customer_id}, r.bill_id, 'imported', 'Importata da ' || i.file_name, coalesce(u.nominative, 'sistema')
    from import_rows r
    join imports i on i.import_id = r.import_id
    left join users u on u.user_id = ${created_by}
    where ${rows}`
}

/** `2026/000124` after the highest of that form in the condominium and year of the due date. */
const newNumbers = (tx: Tx, rows: Fragment) => tx`
  select w.row_id, w.year || '/' || lpad((coalesce(h.highest, 0) + row_number() over (
      partition by w.account_id, w.year order by w.row_id))::text, 6, '0') as number
  from (
    select r.row_id, r.account_id, left(r.candidate->>'due_date', 4) as year
    from import_rows r where ${rows} and r.candidate->>'number' is null
  ) w
  left join lateral (
    select max(split_part(b.number, '/', 2)::bigint) as highest from bills b
    where b.account_id = w.account_id and b.number ~ ('^' || w.year || '/\d{1,9}$')
  ) h on true`
