import type { Tx } from '../../db/connection.ts'
import type { MergePair } from './merge-pair.ts'

type Of = { customer_id: number; kept_id: number; merged_id: number }

/**
 * Moves every reference from the merged record to the kept one, in all tables that refer to people; new tables are
 * found by their foreign key.
 */
export async function moveAllReferences(tx: Tx, { kept, merged }: MergePair): Promise<void> {
  const of = { customer_id: kept.customer_id, kept_id: kept.subject_id, merged_id: merged.subject_id }
  await addCredits(tx, of)
  await keepOneDefault(tx, of)
  await leaveOutDoubledRights(tx, of)
  await keepLatestConsents(tx, of)
  await keepOneDebtorBank(tx, of)
  await keepOneDelegation(tx, of)
  await moveProviderCustomers(tx, of)
  for (const key of await keysToPeople(tx)) if (!movedOtherwise.includes(key.table)) await move(tx, key, of)
}

/** How many rows of each table name the person, in the same tables that `moveEverything` moves, as far as the actor may read. */
export async function countWhatMoves(
  tx: Tx,
  { customer_id, subject_id }: { customer_id: number; subject_id: number },
): Promise<Record<string, number>> {
  const counts = (await keysToPeople(tx))
    .filter(({ readable }) => readable)
    .map(
      ({ table, column }) => tx`
        select ${table} as table, count(*)::int as count from ${tx(table)}
        where customer_id = ${customer_id} and ${tx(column)} = ${subject_id}`,
    )
  const rows = await tx<{ table: string; count: number }[]>`
    select c.table, sum(c.count)::int as count
    from (${counts.map((each, index) => (index === 0 ? each : tx` union all ${each}`))}) c group by 1`
  return Object.fromEntries(rows.map(({ table, count }) => [table, count]))
}

/** Tables with a rule of their own: values are summed, or stay as the provider knows them. */
const movedOtherwise = ['subject_credits', 'provider_customers']

/** A column that says which person a row is about, and whether the actor may read the table. */
type KeyToPeople = { table: string; column: string; readable: boolean }

/**
 * Every foreign key to people, from the catalogue, and import_rows, which has none. The ledger comes first: a bill that
 * changes its person without it would be posted as an amendment.
 */
const keysToPeople = (tx: Tx) => tx<KeyToPeople[]>`
  select k.relname as table, k.attname as column, has_table_privilege(k.oid, 'select') as readable
  from (
    select t.oid, t.relname, own.attname
    from pg_constraint c
    join pg_class t on t.oid = c.conrelid
    cross join lateral unnest(c.conkey, c.confkey) as pair (own, referenced)
    join pg_attribute named on named.attrelid = c.confrelid and named.attnum = pair.referenced and named.attname = 'subject_id'
    join pg_attribute own on own.attrelid = c.conrelid and own.attnum = pair.own
    where c.contype = 'f' and c.confrelid = 'public.subjects'::regclass and c.conrelid <> c.confrelid
    union
    select 'public.import_rows'::regclass, 'import_rows', 'subject_id') k
  order by k.relname <> 'ledger_entries', k.relname, k.attname`

const move = (tx: Tx, { table, column }: KeyToPeople, { customer_id, kept_id, merged_id }: Of) => tx`
  update ${tx(table)} set ${tx(column)} = ${kept_id}
  where customer_id = ${customer_id} and ${tx(column)} = ${merged_id}`

async function addCredits(tx: Tx, { customer_id, kept_id, merged_id }: Of): Promise<void> {
  await tx`
    with gone as (
      delete from subject_credits where customer_id = ${customer_id} and subject_id = ${merged_id} returning account_id, balance, held
    )
    insert into subject_credits as c (customer_id, account_id, subject_id, balance, held)
    select ${customer_id}, account_id, ${kept_id}, balance, held from gone
    on conflict (customer_id, account_id, subject_id) do update
      set balance = c.balance + excluded.balance, held = c.held + excluded.held`
}

const keepOneDefault = (tx: Tx, { customer_id, kept_id, merged_id }: Of) => tx`
  update payment_sources set is_default = false
  where customer_id = ${customer_id} and subject_id = ${merged_id} and is_default
    and exists (select from payment_sources k
      where k.customer_id = ${customer_id} and k.subject_id = ${kept_id} and k.is_default)`

/** A right in the same unit that both have becomes one. */
const leaveOutDoubledRights = (tx: Tx, { customer_id, kept_id, merged_id }: Of) => tx`
  delete from right_holders r
  where r.customer_id = ${customer_id} and r.subject_id = ${merged_id} and r.until is null
    and exists (select from right_holders k
      where k.customer_id = ${customer_id} and k.subject_id = ${kept_id} and k.unit_id = r.unit_id
        and k.right_kind = r.right_kind and k.until is null)`

/** If both records have a consent of the same kind, the latest one is kept. */
const keepLatestConsents = (tx: Tx, { customer_id, kept_id, merged_id }: Of) => tx`
  delete from subject_consents c
  where c.customer_id = ${customer_id} and c.subject_id in (${kept_id}, ${merged_id})
    and exists (select from subject_consents o
      where o.customer_id = ${customer_id} and o.subject_id in (${kept_id}, ${merged_id}) and o.kind = c.kind
        and (o.at, o.subject_id) > (c.at, c.subject_id))`

/** If RiBa of both are drawn on a bank, the kept record's bank stays. */
const keepOneDebtorBank = (tx: Tx, { customer_id, kept_id, merged_id }: Of) => tx`
  delete from debtor_banks
  where customer_id = ${customer_id} and subject_id = ${merged_id}
    and exists (select from debtor_banks k where k.customer_id = ${customer_id} and k.subject_id = ${kept_id})`

/** If both let the same person pay, the kept record's delegation stays. */
const keepOneDelegation = (tx: Tx, { customer_id, kept_id, merged_id }: Of) => tx`
  update delegations d
  set state = 'ended', ended_at = now(), ended_by_name = coalesce(actor_nominative(), 'Sistema'), token_hash = null
  where d.customer_id = ${customer_id} and d.subject_id = ${merged_id} and d.state <> 'ended'
    and exists (select from delegations k
      where k.customer_id = ${customer_id} and k.subject_id = ${kept_id} and k.state <> 'ended'
        and lower(k.delegate_email) = lower(d.delegate_email))`

/** If the provider knows both people, each saved method keeps its own. */
const moveProviderCustomers = (tx: Tx, { customer_id, kept_id, merged_id }: Of) => tx`
  update provider_customers p set subject_id = ${kept_id}
  where p.customer_id = ${customer_id} and p.subject_id = ${merged_id}
    and not exists (select from provider_customers k
      where k.customer_id = ${customer_id} and k.subject_id = ${kept_id} and k.provider_account = p.provider_account)`
