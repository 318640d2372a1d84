import type { Tx } from '../../../db/connection.ts'
import type { Rows } from './payment-rows.ts'

/** Rows per statement: a megabyte or two of text; triggers run once per batch. */
const batch = 4000

/** Inserts many rows of the same shape; field names are column names. */
export async function insertRows(tx: Tx, table: string, rows: Rows): Promise<void> {
  await Promise.all(batches(rows).map((some) => insert(tx, table, some)))
}

/** Inserts rows and returns the generated keys in the order of the rows. */
export async function insertNumbered(tx: Tx, table: string, key: string, rows: Rows): Promise<number[]> {
  const returning = tx`returning ${tx(key)} as key`
  const inserted = await Promise.all(batches(rows).map((some) => insert(tx, table, some, returning)))
  return inserted.flatMap((batch) => batch.map((row) => row.key as number))
}

/** Pipelined on one connection: while PostgreSQL writes one batch, the next is prepared. */
function batches(rows: Rows): Rows[] {
  return Array.from({ length: Math.ceil(rows.length / batch) }, (_, index) =>
    rows.slice(index * batch, (index + 1) * batch),
  )
}

function insert(tx: Tx, table: string, rows: Rows, returning = tx``) {
  const columns = Object.keys(rows[0] ?? {})
  return tx`
    insert into ${tx(table)} (${tx(columns)})
    select ${tx(columns)} from json_populate_recordset(null::${tx(table)}, ${JSON.stringify(rows)}::json)
    ${returning}`
}
