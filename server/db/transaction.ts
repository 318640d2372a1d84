import type { PendingQuery, Row } from 'postgres'
import type { Sql, Tx } from './connection.ts'

/**
 * How a transaction takes its actor: `become` is the query that chooses the RLS role (row-level security) and forgets the
 * plans of other customers (migrations/0024-plans.sql), `recognise` turns its answer into the actor.
 */
export type Entrance<Who> = {
  become: (tx: Tx) => PendingQuery<Row[]>
  /** Throws when the caller is not admitted. */
  recognise: (row: Row | undefined) => Who
}

/**
 * Runs `work` in a transaction that first becomes the actor: `begin` and `become` are sent in one round trip. If `work`
 * throws, everything is rolled back. `one_moment`: all its queries see the data as they were at its beginning.
 */
export async function transactionAs<Who, Result>(
  sql: Sql,
  { become, recognise }: Entrance<Who>,
  work: (tx: Tx, who: Who) => Promise<Result>,
  { one_moment = false }: { one_moment?: boolean } = {},
): Promise<Result> {
  const tx = await sql.reserve()
  try {
    const begun = one_moment ? tx`begin isolation level repeatable read`.simple() : tx`begin`.simple()
    const [, [row]] = await Promise.all([begun, become(tx)])
    const result = await work(tx, recognise(row))
    await tx`commit`.simple()
    return result
  } catch (error) {
    await rollBack(tx)
    throw error
  } finally {
    tx.release()
  }
}

/** A query that reads. `one_plan`: its best plan does not depend on its values. */
export type Read = { rows: (tx: Tx) => PendingQuery<Row[]>; one_plan: boolean }

/**
 * One query as the actor, in one round trip: `begin`, `become`, the query and `commit` are sent together, which halves
 * the time of a page. If `recognise` refuses the caller, the rows are thrown away; row-level security shows nothing to
 * an unknown caller anyway.
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
    if ([begun, became, found, ended].some(({ status }) => status === 'rejected')) await rollBack(tx)
    recognise(outcome(became)[0])
    for (const other of [begun, ended]) outcome(other)
    return outcome(found)
  } finally {
    tx.release()
  }
}

/**
 * Also forgets the connection's plans: they may be of this customer, while the rollback has put back the name of the one
 * before.
 */
const rollBack = (tx: Tx) => tx`rollback; discard plans`.simple().catch(() => {})

const beginWithOnePlan = (tx: Tx) =>
  tx`begin read only; set local plan_cache_mode = force_generic_plan`.simple()

function outcome<Value>(settled: PromiseSettledResult<Value>): Value {
  if (settled.status === 'rejected') throw settled.reason
  return settled.value
}
