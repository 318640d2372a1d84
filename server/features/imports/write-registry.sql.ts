import type { Tx } from '../../db/connection.ts'
import { applyChanges } from './apply-changes.sql.ts'
import type { StoredImport } from './import-view.ts'
import { firstText, rightRows } from './said-of.sql.ts'
import { tableKindOf } from './unit-words.ts'
import { insertAccounts, insertBillsOf, insertSubjects } from './write-import.sql.ts'

/**
 * Writes what the rows of a registry bring and change: condominiums, people, units, rights, tables of weights and opening
 * balances.
 */
export async function writeRegistry(tx: Tx, stored: StoredImport): Promise<void> {
  await insertAccounts(tx, stored)
  await insertSubjects(tx, stored)
  await applyChanges(tx, stored.import_id)
  await insertUnits(tx, stored)
  await insertRights(tx, stored)
  await insertTables(tx, stored)
  await insertWeights(tx, stored)
  await insertOpenings(tx, stored)
}

async function insertUnits(tx: Tx, { import_id, customer_id }: StoredImport): Promise<void> {
  await tx`
    with named as (
      select r.account_id, r.unit_key, min(r.row_id) as row_id, ${firstText(tx, 'staircase')} as staircase,
        ${firstText(tx, 'unit')} as number, ${firstText(tx, 'floor')} as floor, ${firstText(tx, 'use')} as use,
        ${firstText(tx, 'cadastral_sheet')} as cadastral_sheet, ${firstText(tx, 'cadastral_parcel')} as cadastral_parcel,
        ${firstText(tx, 'cadastral_subunit')} as cadastral_subunit, ${firstText(tx, 'cadastral_category')} as cadastral_category
      from import_rows r where ${rightRows(tx, import_id)} and r.unit_id is null
      group by 1, 2
    ), numbered as (
      select n.*, nextval(pg_get_serial_sequence('units', 'unit_id')) as unit_id,
        (row_number() over (partition by n.account_id order by n.row_id)
          + coalesce((select max(u.position) from units u where u.customer_id = ${customer_id} and u.account_id = n.account_id), 0)
        )::int as position
      from named n
    ), made as (
      insert into units (unit_id, customer_id, account_id, staircase, number, floor, use, cadastral_sheet, cadastral_parcel,
        cadastral_subunit, cadastral_category, position, import_id)
      select unit_id, ${customer_id}, account_id, coalesce(staircase, ''), number, floor, coalesce(use, 'home'), cadastral_sheet,
        cadastral_parcel, cadastral_subunit, cadastral_category, position, ${import_id}
      from numbered
      returning unit_id)
    update import_rows r set unit_id = n.unit_id
    from numbered n
    where ${rightRows(tx, import_id)} and r.unit_id is null and r.account_id = n.account_id and r.unit_key = n.unit_key`
}

async function insertRights(tx: Tx, { import_id, customer_id }: StoredImport): Promise<void> {
  await tx`
    insert into right_holders (customer_id, account_id, unit_id, subject_id, right_kind, share_numerator, share_denominator,
      since, until, pays, import_id)
    select ${customer_id}, r.account_id, r.unit_id, r.subject_id, r.candidate->>'right_kind',
      coalesce((r.candidate->>'share_numerator')::int, 1), coalesce((r.candidate->>'share_denominator')::int, 1),
      (r.candidate->>'since')::date, (r.candidate->>'until')::date, coalesce((r.candidate->>'pays')::boolean, false), ${import_id}
    from import_rows r where ${rightRows(tx, import_id)} and r.right_holder_id is null
    order by r.row_id
    on conflict do nothing`
  // Art. 1101 c.c.: shares of which nothing is said are presumed equal.
  await tx`
    update right_holders h set share_denominator = o.owners
    from (
      select unit_id, right_kind, count(*)::int as owners from right_holders
      where unit_id in (select unit_id from right_holders where import_id = ${import_id}) and until is null and right_kind <> 'tenant'
      group by 1, 2
      having count(*) > 1 and bool_and(share_numerator = 1 and share_denominator = 1 and import_id = ${import_id})
    ) o
    where h.unit_id = o.unit_id and h.right_kind = o.right_kind and h.until is null and h.import_id = ${import_id}`
}

/** Tables that the sheets name and that are not there; what a table is for is told by its name. */
async function insertTables(tx: Tx, { import_id, customer_id }: StoredImport): Promise<void> {
  const tables = await tx<{ account_id: number; name: string }[]>`
    select r.account_id, min(w.key) as name
    from import_rows r, jsonb_each(r.candidate->'weights') w
    where ${rightRows(tx, import_id)}
    group by r.account_id, fold(w.key)
    order by 1, 2`
  if (tables.length === 0) return
  const kinds = tables.map(({ name }) => tableKindOf(name))
  await tx`
    insert into weight_tables (customer_id, account_id, name, kind, position, import_id)
    select ${customer_id}, n.account_id, n.name, n.kind, n.position, ${import_id}
    from unnest(${tables.map((each) => each.account_id)}::bigint[], ${tables.map(({ name }) => name)}::text[], ${kinds}::text[])
      with ordinality as n (account_id, name, kind, position)
    on conflict do nothing`
}

async function insertWeights(tx: Tx, { import_id, customer_id }: StoredImport): Promise<void> {
  await tx`
    insert into weights (weight_table_id, unit_id, customer_id, account_id, weight)
    select t.weight_table_id, r.unit_id, ${customer_id}, r.account_id, min((w.value #>> '{}')::bigint)
    from import_rows r
    cross join lateral jsonb_each(r.candidate->'weights') w
    join weight_tables t on t.account_id = r.account_id and t.name_key = fold(w.key)
    where ${rightRows(tx, import_id)}
    group by 1, 2, 4
    on conflict (weight_table_id, unit_id) do update set weight = excluded.weight where weights.weight <> excluded.weight`
}

/** What was owed becomes a bill that is due today; what was in credit, credit with the condominium, told to the ledger. */
async function insertOpenings(tx: Tx, stored: StoredImport): Promise<void> {
  const { import_id, customer_id } = stored
  await tx`
    insert into opening_balances (customer_id, account_id, unit_id, subject_id, right_kind, amount, import_id)
    select ${customer_id}, r.account_id, r.unit_id, r.subject_id, r.candidate->>'right_kind', r.amount, ${import_id}
    from import_rows r where ${rightRows(tx, import_id)} and r.opening`
  await tx`
    update import_rows r set bill_key = concat_ws('/', 'opening', r.unit_id, r.subject_id, r.candidate->>'right_kind'),
      candidate = r.candidate || jsonb_build_object('description', 'Saldo precedente', 'due_date', today())
    where ${rightRows(tx, import_id)} and r.opening and r.amount < 0`
  await insertBillsOf(tx, stored, tx`r.opening and r.amount < 0 and r.status in ('new', 'changed')`)
  await giveCredits(tx, import_id)
}

/** What an import brought as credit, by condominium and person. */
const broughtCredits = (tx: Tx, import_id: number) => tx`
  select customer_id, account_id, subject_id, sum(amount)::bigint as amount from opening_balances
  where import_id = ${import_id} and amount > 0
  group by 1, 2, 3`

async function giveCredits(tx: Tx, import_id: number): Promise<void> {
  await tx`
    insert into subject_credits (customer_id, account_id, subject_id, balance)
    select customer_id, account_id, subject_id, amount from (${broughtCredits(tx, import_id)}) o
    on conflict (customer_id, account_id, subject_id) do update set balance = subject_credits.balance + excluded.balance`
  await postCredits(tx, import_id, 'brought')
}

/** Takes back the credits of an import; that they are still there has been seen, under their lock. */
export async function takeCreditsBack(tx: Tx, import_id: number): Promise<void> {
  await tx`
    update subject_credits c set balance = c.balance - o.amount
    from (${broughtCredits(tx, import_id)}) o
    where c.customer_id = o.customer_id and c.account_id = o.account_id and c.subject_id = o.subject_id`
  await postCredits(tx, import_id, 'undone')
}

/** Both are told to the ledger, where nothing is ever removed: what was brought stands against the bank. */
async function postCredits(tx: Tx, import_id: number, how: 'brought' | 'undone'): Promise<void> {
  const sign = how === 'brought' ? 1 : -1
  const description =
    how === 'brought' ? 'Saldo precedente a credito' : 'Saldo precedente a credito: importazione annullata'
  await tx`
    with posted as (
      insert into ledger_entries (customer_id, account_id, kind, source, description)
      select customer_id, account_id, 'adjustment', concat_ws(':', 'import', ${import_id}::text, ${how}::text, account_id), ${description}
      from opening_balances where import_id = ${import_id} and amount > 0
      group by 1, 2
      returning entry_id, customer_id, account_id
    )
    insert into ledger_lines (customer_id, entry_id, ledger_account, amount)
    select p.customer_id, p.entry_id, l.ledger_account, l.sign * ${sign} * o.amount
    from posted p
    join (select account_id, sum(amount)::bigint as amount from opening_balances
      where import_id = ${import_id} and amount > 0 group by 1) o on o.account_id = p.account_id
    cross join (values ('bank', 1), ('subject_credit', -1)) l (ledger_account, sign)`
}
