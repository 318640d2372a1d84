import type { PendingQuery, Row } from 'postgres'
import type { Sql, Tx } from './connection.ts'

/** How a transaction becomes somebody's: what `become` answers tells `recognise` who it is, or that nobody is admitted. */
export type Entrance<Who> = {
  become: (tx: Tx) => PendingQuery<Row[]>
  /** Throws for whom it does not admit. */
  recognise: (row: Row | undefined) => Who
}

/**
 * Runs `work` in a transaction that first becomes somebody: `begin` and `become` travel in one round trip. Whatever
 * `work` throws rolls everything back.
 */
export async function transactionAs<Who, Result>(
  sql: Sql,
  { become, recognise }: Entrance<Who>,
  work: (tx: Tx, who: Who) => Promise<Result>,
): Promise<Result> {
  const tx = await sql.reserve()
  try {
    const [, [row]] = await Promise.all([tx`begin`.simple(), become(tx)])
    const result = await work(tx, recognise(row))
    await tx`commit`.simple()
    return result
  } catch (error) {
    await tx`rollback`.simple().catch(() => {})
    throw error
  } finally {
    tx.release()
  }
}

/** A query that reads; `one_plan` when its values do not matter to how it is best done. */
export type Read = { rows: (tx: Tx) => PendingQuery<Row[]>; one_plan: boolean }

/**
 * One query as somebody, in one round trip: `begin`, `become`, the query and `commit` leave together, which halves what a
 * page costs. What was found goes to nobody whom `recognise` does not admit; whom the database does not know it shows
 * nothing in the first place.
 */
export async function readAs<Who>(
  sql: Sql,
  { become, recognise }: Entrance<Who>,
  { rows, one_plan }: Read,
): Promise<Row[]> {
  const tx = await sql.reserve()
  try {
    const [begun, became, found, ended] = await Promise.allSettled([
      one_plan ? beginWithOnePlan(tx) : tx`begin read only`.simple(),
      become(tx),
      rows(tx),
      tx`commit`.simple(),
    ])
    recognise(outcome(became)[0])
    for (const other of [begun, ended]) outcome(other)
    return outcome(found)
  } finally {
    tx.release()
  }
}

const beginWithOnePlan = (tx: Tx) =>
  tx`begin read only; set local plan_cache_mode = force_generic_plan`.simple()

function outcome<Value>(settled: PromiseSettledResult<Value>): Value {
  if (settled.status === 'rejected') throw settled.reason
  return settled.value
}
