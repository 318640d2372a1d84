import type { Tx } from '../../../db/connection.ts'
import { knownPeople } from './preview.ts'
import type { LoadedTables } from './read-zip.ts'

/** The ids of what was made, by the reference that the ZIP has for it. */
export type Made = {
  account_id: number
  iban: string | null
  subjects: Map<unknown, number>
  units: Map<unknown, number>
}

/** New ids of a table, in order. */
export async function newIds(tx: Tx, table: string, column: string, count: number): Promise<number[]> {
  const drawn = await tx<{ id: number }[]>`
    select nextval(pg_get_serial_sequence(${table}, ${column})) as id from generate_series(1, ${count})`
  return drawn.map(({ id }) => id)
}

/** Writes the condominium with its units, people, rights and weights. People whom the office has stay as they are. */
export async function writeAccount(tx: Tx, customer_id: number, tables: LoadedTables): Promise<Made> {
  const [{ row: _row, ...account } = { row: 0 }] = tables.account
  const [written] = await tx<{ account_id: number; iban: string | null }[]>`
    insert into accounts (customer_id, name, fiscal_code, iban, creditor_id, address, house_number, zip_code, city, prov,
      email, phone)
    select ${customer_id}, name, fiscal_code, case when not iban_is_blocked(iban) then iban end, creditor_id, address,
      house_number, zip_code, city, prov, email, phone
    from jsonb_to_record(${tx.json(account as never)}) as x (name text, fiscal_code text, iban text, creditor_id text,
      address text, house_number text, zip_code text, city text, prov text, email text, phone text)
    returning account_id, iban`
  const { account_id, iban } = written as { account_id: number; iban: string | null }
  const subjects = await writePeople(tx, customer_id, tables)
  const units = await writeUnits(tx, { customer_id, account_id }, tables)
  const made = { account_id, iban, subjects, units }
  await writeHolders(tx, customer_id, tables, made)
  await writeWeights(tx, customer_id, tables, made)
  return made
}

async function writePeople(
  tx: Tx,
  customer_id: number,
  { people }: LoadedTables,
): Promise<Map<unknown, number>> {
  const known = await knownPeople(tx, customer_id, people)
  const unknown = people.filter(({ fiscal_code }) => !known.has(String(fiscal_code)))
  const ids = await newIds(tx, 'subjects', 'subject_id', unknown.length)
  const rows = unknown.map((person, at) => ({ ...person, subject_id: ids[at] }))
  await tx`
    insert into subjects (subject_id, customer_id, nominative, fiscal_code, email, pec, phone, address, house_number, zip_code,
      city, prov)
    select subject_id, ${customer_id}, nominative, fiscal_code, email, pec, phone, address, house_number, zip_code, city, prov
    from jsonb_to_recordset(${tx.json(rows as never)}) as x (subject_id bigint, nominative text, fiscal_code text, email text,
      pec text, phone text, address text, house_number text, zip_code text, city text, prov text)
    order by subject_id`
  return new Map([
    ...people.flatMap(({ subject_id, fiscal_code }): [unknown, number][] => {
      const person = known.get(String(fiscal_code))
      return person ? [[subject_id, person.subject_id]] : []
    }),
    ...unknown.map(({ subject_id }, at): [unknown, number] => [subject_id, ids[at] as number]),
  ])
}

type Of = { customer_id: number; account_id: number }

async function writeUnits(tx: Tx, { customer_id, account_id }: Of, { units }: LoadedTables) {
  const ids = await newIds(tx, 'units', 'unit_id', units.length)
  const rows = units.map((unit, at) => ({ ...unit, unit_id: ids[at], position: at + 1 }))
  await tx`
    insert into units (unit_id, customer_id, account_id, staircase, number, floor, use, cadastral_sheet, cadastral_parcel,
      cadastral_subunit, cadastral_category, notes, position)
    select unit_id, ${customer_id}, ${account_id}, coalesce(staircase, ''), number, floor, use, cadastral_sheet,
      cadastral_parcel, cadastral_subunit, cadastral_category, notes, position
    from jsonb_to_recordset(${tx.json(rows as never)}) as x (unit_id bigint, staircase text, number text, floor text, use text,
      cadastral_sheet text, cadastral_parcel text, cadastral_subunit text, cadastral_category text, notes text, position int)
    order by unit_id`
  return new Map(units.map(({ unit_id }, at): [unknown, number] => [unit_id, ids[at] as number]))
}

async function writeHolders(
  tx: Tx,
  customer_id: number,
  { holders }: LoadedTables,
  made: Made,
): Promise<void> {
  const rows = holders.map((holder) => ({
    ...holder,
    unit_id: made.units.get(holder.unit_id),
    subject_id: made.subjects.get(holder.subject_id),
    pays: holder.pays === 'yes',
  }))
  await tx`
    insert into right_holders (customer_id, account_id, unit_id, subject_id, right_kind, share_numerator, share_denominator,
      since, until, pays)
    select ${customer_id}, ${made.account_id}, unit_id, subject_id, right_kind, share_numerator, share_denominator, since,
      until, pays
    from jsonb_to_recordset(${tx.json(rows as never)}) as x (row int, unit_id bigint, subject_id bigint, right_kind text,
      share_numerator int, share_denominator int, since date, until date, pays boolean)
    order by row`
}

async function writeWeights(
  tx: Tx,
  customer_id: number,
  { weight_tables, weights }: LoadedTables,
  { account_id, units }: Made,
): Promise<void> {
  const ids = await newIds(tx, 'weight_tables', 'weight_table_id', weight_tables.length)
  const tables = weight_tables.map((table, at) => ({ ...table, weight_table_id: ids[at], position: at + 1 }))
  await tx`
    insert into weight_tables (weight_table_id, customer_id, account_id, name, kind, position)
    select weight_table_id, ${customer_id}, ${account_id}, name, kind, position
    from jsonb_to_recordset(${tx.json(tables as never)}) as x (weight_table_id bigint, name text, kind text, position int)`
  const idOf = new Map(weight_tables.map(({ weight_table_id }, at) => [weight_table_id, ids[at]]))
  const rows = weights.map(({ weight_table_id, unit_id, weight }) => ({
    ...{ weight_table_id: idOf.get(weight_table_id), unit_id: units.get(unit_id), weight },
  }))
  await tx`
    insert into weights (weight_table_id, unit_id, customer_id, account_id, weight)
    select weight_table_id, unit_id, ${customer_id}, ${account_id}, weight
    from jsonb_to_recordset(${tx.json(rows as never)}) as x (weight_table_id bigint, unit_id bigint, weight bigint)`
}
