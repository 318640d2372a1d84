import type { Tx } from '../../../db/connection.ts'
import { makeWorkTable } from '../../../db/work-tables.ts'
import type { StoredImport } from '../import-view.ts'
import { mergedValues, rightRows, unitWeight } from '../match/merged-rows.sql.ts'
import { tableKindOf } from '../registry/unit-words.ts'
import { applyChanges } from './apply-changes.sql.ts'
import { openingDay } from './opening-days.sql.ts'
import { insertAccounts, insertBills, insertSubjects, prepareBills, unitWords } from './write-import.sql.ts'

/**
 * Writes what the rows of a registry create and change: condominiums, people, units, rights, weight tables and opening
 * balances.
 */
export async function writeRegistry(tx: Tx, stored: StoredImport): Promise<void> {
  await insertAccounts(tx, stored)
  await insertSubjects(tx, stored)
  await applyChanges(tx, stored.import_id)
  await insertUnits(tx, stored)
  await noteMeanings(tx, stored)
  await insertRights(tx, stored)
  await insertTables(tx, stored)
  await insertWeights(tx, stored)
  await insertOpenings(tx, stored)
}

async function insertUnits(tx: Tx, { import_id, customer_id }: StoredImport): Promise<void> {
  await makeWorkTable(tx, 'new_units')
  await tx`
    with named as (
      select coalesce(r.account_id, a.account_id) as account_id, r.unit_key, min(r.row_id) as row_id, ${mergedValues(tx)} as said
      from import_rows r left join new_accounts a on a.account_key = r.account_key
      where ${rightRows(tx, import_id)} and r.unit_id is null
      group by 1, 2
      order by 3
    ), numbered as (
      select n.*, nextval(pg_get_serial_sequence('units', 'unit_id')) as unit_id,
        (row_number() over (partition by n.account_id order by n.row_id) + coalesce(l.position, 0))::int as position
      from named n
      left join (
        select account_id, max(position) as position from units where customer_id = ${customer_id} group by 1
      ) l on l.account_id = n.account_id
    ), made as (
      insert into units (unit_id, customer_id, account_id, staircase, number, floor, use, cadastral_sheet, cadastral_parcel,
        cadastral_subunit, cadastral_category, position, import_id)
      select unit_id, ${customer_id}, account_id, coalesce(said->>'staircase', ''), said->>'unit', said->>'floor',
        coalesce(said->>'use', 'home'), said->>'cadastral_sheet', said->>'cadastral_parcel', said->>'cadastral_subunit',
        said->>'cadastral_category', position, ${import_id}
      from numbered order by unit_id)
    insert into new_units (account_id, unit_key, unit_id) select account_id, unit_key, unit_id from numbered`
  // If weight tables existed already, undoing must know what this import wrote into them, by unit.
  await tx`
    update import_rows r set unit_id = u.unit_id
    from new_units u
    where ${rightRows(tx, import_id)} and r.account_id = u.account_id and r.unit_key = u.unit_key
      and u.account_id in (select account_id from weight_tables where customer_id = ${customer_id})`
}

/** The work table `written_rows`: the record ids of each valid row, after all records were created. */
async function noteMeanings(tx: Tx, { import_id }: StoredImport): Promise<void> {
  await makeWorkTable(tx, 'written_rows')
  await tx`
    insert into written_rows
    select r.row_id, coalesce(r.account_id, a.account_id), coalesce(r.subject_id, s.subject_id), coalesce(r.unit_id, u.unit_id),
      r.candidate->>'right_kind', r.right_holder_id is null, r.opening, r.amount, ${openingDay(tx)}, r.candidate->'weights',
      r.candidate ? 'weights_add'
    from import_rows r
    join imports i on i.import_id = r.import_id
    left join new_accounts a on a.account_key = r.account_key
    left join new_subjects s on s.subject_key = r.subject_key
    left join new_units u on u.account_id = coalesce(r.account_id, a.account_id) and u.unit_key = r.unit_key
    where ${rightRows(tx, import_id)}
    order by r.row_id`
}

async function insertRights(tx: Tx, { import_id, customer_id }: StoredImport): Promise<void> {
  await tx`
    insert into right_holders (customer_id, account_id, unit_id, subject_id, right_kind, share_numerator, share_denominator,
      since, until, pays, import_id)
    select ${customer_id}, w.account_id, w.unit_id, w.subject_id, w.right_kind,
      coalesce((r.candidate->>'share_numerator')::int, 1), coalesce((r.candidate->>'share_denominator')::int, 1),
      (r.candidate->>'since')::date, (r.candidate->>'until')::date, coalesce((r.candidate->>'pays')::boolean, false), ${import_id}
    from written_rows w join import_rows r on r.row_id = w.row_id
    where w.right_is_new
    order by w.row_id
    on conflict do nothing`
  // Art. 1101 c.c.: shares are presumed equal unless stated.
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

/** Inserts weight tables that do not exist yet; the kind follows from the name. */
async function insertTables(tx: Tx, { import_id, customer_id }: StoredImport): Promise<void> {
  const tables = await tx<{ account_id: number; name: string }[]>`
    select account_id, min(name) as name
    from (select distinct account_id, name from written_rows, jsonb_object_keys(weights) name) said
    group by account_id, fold(name)
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

async function insertWeights(tx: Tx, { customer_id }: StoredImport): Promise<void> {
  await tx`
    with said as (
      select r.account_id, r.unit_id, fold(w.key) as name_key, ${unitWeight(tx, tx`r.weights_add`)} as weight
      from written_rows r, jsonb_each(r.weights) w
      group by 1, 2, 3
    ), tables as (
      select n.account_id, n.name_key, t.weight_table_id
      from (select distinct account_id, name_key from said) n
      join weight_tables t on t.account_id = n.account_id and t.name_key = n.name_key
    )
    insert into weights (weight_table_id, unit_id, customer_id, account_id, weight)
    select t.weight_table_id, s.unit_id, ${customer_id}, s.account_id, s.weight
    from said s join tables t on t.account_id = s.account_id and t.name_key = s.name_key
    order by 1, 2
    on conflict (weight_table_id, unit_id) do update set weight = excluded.weight where weights.weight <> excluded.weight`
}

/**
 * Inserts opening balances: a debt becomes a bill issued and due on the balance day; a credit becomes credit with the
 * condominium, posted on that day.
 */
async function insertOpenings(tx: Tx, stored: StoredImport): Promise<void> {
  const { import_id, customer_id } = stored
  await tx`
    insert into opening_balances (customer_id, account_id, unit_id, subject_id, right_kind, amount, day, import_id)
    select ${customer_id}, account_id, unit_id, subject_id, right_kind, amount, opening_day, ${import_id}
    from written_rows where opening order by row_id`
  await prepareBills(tx)
  await tx`
    insert into new_bills (row_id, account_id, subject_id, description, unit, issue_date, due_date, amount, import_key)
    select w.row_id, w.account_id, w.subject_id, 'Saldo precedente', ${unitWords(tx)}, w.opening_day, w.opening_day,
      -w.amount,
      concat_ws('/', 'opening', w.unit_id, w.subject_id, w.right_kind)
    from written_rows w join import_rows r on r.row_id = w.row_id
    where w.opening and w.amount < 0
    order by w.row_id`
  await insertBills(tx, stored, 'opening')
  await giveCredits(tx, import_id)
}

/** Credits that an import created, by condominium, person and day. */
const broughtCredits = (tx: Tx, import_id: number) => tx`
  select customer_id, account_id, subject_id, day, sum(amount)::bigint as amount from opening_balances
  where import_id = ${import_id} and amount > 0
  group by 1, 2, 3, 4`

async function giveCredits(tx: Tx, import_id: number): Promise<void> {
  await tx`
    insert into subject_credits (customer_id, account_id, subject_id, balance)
    select customer_id, account_id, subject_id, sum(amount)::bigint from (${broughtCredits(tx, import_id)}) o
    group by 1, 2, 3
    on conflict (customer_id, account_id, subject_id) do update set balance = subject_credits.balance + excluded.balance`
  await postCredits(tx, import_id, 'brought')
}

/** Takes back the credits of an import. The caller has checked under their lock that they are unspent. */
export async function takeCreditsBack(tx: Tx, import_id: number): Promise<void> {
  await tx`
    update subject_credits c set balance = c.balance - o.amount
    from (
      select customer_id, account_id, subject_id, sum(amount)::bigint as amount from (${broughtCredits(tx, import_id)}) b
      group by 1, 2, 3
    ) o
    where c.customer_id = o.customer_id and c.account_id = o.account_id and c.subject_id = o.subject_id`
  await postCredits(tx, import_id, 'undone')
}

/**
 * Posts credits, or reverses them, person by person, because ledger entries are never removed. If the import is undone
 * on the same day and the balance day is still open, the reversal has the balance day, so that no day shows the credit.
 * Otherwise it is dated today.
 */
async function postCredits(tx: Tx, import_id: number, how: 'brought' | 'undone'): Promise<void> {
  const sign = how === 'brought' ? 1 : -1
  const day =
    how === 'brought'
      ? tx`o.day`
      : tx`case when (i.finished_at at time zone 'Europe/Rome')::date = today()
          and o.day > coalesce(k.closed_to, '-infinity'::date) then o.day else today() end`
  const description =
    how === 'brought' ? 'Saldo precedente a credito' : 'Saldo precedente a credito: importazione annullata'
  await tx`
    with books as materialized (
      select a.account_id, books_closed_to(a.customer_id, a.account_id) as closed_to
      from accounts a where a.account_id in (select b.account_id from (${broughtCredits(tx, import_id)}) b)
    ), credits as materialized (
      select o.customer_id, o.account_id, o.subject_id, ${day} as day, sum(o.amount)::bigint as amount
      from (${broughtCredits(tx, import_id)}) o
      join imports i on i.import_id = ${import_id}
      join books k on k.account_id = o.account_id
      group by 1, 2, 3, 4
    ), posted as (
      insert into ledger_entries (customer_id, account_id, subject_id, kind, source, description, day)
      select customer_id, account_id, subject_id, 'opening_credit',
        concat_ws(':', 'import', ${import_id}::text, ${how}::text, account_id, subject_id, day), ${description}, day
      from credits
      returning entry_id, customer_id, account_id, subject_id, day
    )
    insert into ledger_lines (customer_id, entry_id, ledger_account, amount)
    select p.customer_id, p.entry_id, l.ledger_account, l.sign * ${sign} * o.amount
    from posted p
    join credits o on o.account_id = p.account_id and o.subject_id = p.subject_id and o.day = p.day
    cross join (values ('opening', 1), ('subject_credit', -1)) l (ledger_account, sign)`
}
