import { queryLimits } from '@saldo/contract/backoffice/queries'
import postgres from 'postgres'
import type { QuerySession } from './open-query-session.ts'

/** The rows of a query. Each value is the text that PostgreSQL writes for it; a row has its values in the order of `columns`. */
export type Rows = {
  columns: { name: string; type: string }[]
  rows: (string | null)[][]
  is_cut: boolean
}
type Bound = { text: string; values: (string | null)[] }

/** `declare … cursor for` takes one query that reads, by PostgreSQL's own grammar: no other statement, and no second one. */
const cursorFor = (text: string) => `declare result no scroll cursor for ${text}`
/** Where the text begins in it, in characters: PostgreSQL counts the place of a fault from there. */
export const textBeginsAt = cursorFor('').length

const extended = { simple: false } as never

/**
 * Runs the query in a transaction that reads only, and reads at most `queryLimits.rows` rows. @throws PostgreSQL's error. It
 * is ended after `queryLimits.seconds` in all, and when `over` aborts.
 */
export function executeQuery(session: QuerySession, bound: Bound, over: AbortSignal): Promise<Rows> {
  return readOnly(session, over, async ({ sql }, run) => {
    await run(sql.unsafe(cursorFor(bound.text), bound.values, extended))
    const found = await run(sql.unsafe(`fetch ${queryLimits.rows + 1} from result`, [], extended).raw())
    // A result that came faster than it was watched.
    if (session.wasTooLarge()) throw new Error('the result has too many bytes')
    const columns = found.columns as unknown as { name: string; type: number }[]
    const types = await sql<{ oid: number; name: string }[]>`
      select oid::int, format_type(oid, null) as name from pg_type where oid = any (string_to_array(${columns.map(({ type }) => type).join()}, ',')::oid[])`
    const rows = (found as unknown as (Buffer | null)[][]).map((row) =>
      row.map((value) => (value === null ? null : value.toString('utf8'))),
    )
    return {
      columns: columns.map(({ name, type }) => ({
        name,
        type: types.find(({ oid }) => oid === type)?.name ?? 'unknown',
      })),
      rows: rows.slice(0, queryLimits.rows),
      is_cut: rows.length > queryLimits.rows,
    }
  })
}

type Plan = { lines: string[]; cost: number; rows: number }

/** How PostgreSQL would run the query. It is planned with its values, and not run. */
export function explainQuery(session: QuerySession, bound: Bound, over: AbortSignal): Promise<Plan> {
  return readOnly(session, over, async ({ sql }, run) => {
    const explain = async (format: string) => {
      const before = `explain (format ${format}) `
      try {
        return await run(sql.unsafe(`${before}${cursorFor(bound.text)}`, bound.values, extended))
      } catch (error) {
        // The place of a fault is counted from where the cursor's statement begins, as for a run.
        if (error instanceof postgres.PostgresError && error.position)
          error.position = `${Number(error.position) - before.length}`
        throw error
      }
    }
    const lines = (await explain('text')).map((row) => String(row['QUERY PLAN']))
    const [json] = await explain('json')
    const told = json?.['QUERY PLAN']
    const [{ Plan: top }] = (typeof told === 'string' ? JSON.parse(told) : told) as [
      { Plan: { 'Total Cost': number; 'Plan Rows': number } },
    ]
    return { lines, cost: top['Total Cost'], rows: top['Plan Rows'] }
  })
}

type Query<Result> = PromiseLike<Result> & { cancel: () => void }
/** Runs one statement, which is cancelled when the time of all is up or nobody waits any more. */
type Run = <Result>(query: Query<Result>) => Promise<Result>

async function readOnly<Result>(
  session: QuerySession,
  over: AbortSignal,
  work: (session: QuerySession, run: Run) => Promise<Result>,
): Promise<Result> {
  const { sql } = session
  await sql.unsafe(`begin isolation level repeatable read read only`)
  await sql.unsafe(`set local cursor_tuple_fraction = 1`)
  const ends = performance.now() + queryLimits.seconds * 1000
  return work(session, async (query) => {
    // Each statement has the time that those before it left. Zero would be no limit.
    const left = Math.max(1, Math.round(ends - performance.now()))
    await sql.unsafe(`set local statement_timeout = ${left}`)
    const cancel = () => query.cancel()
    over.addEventListener('abort', cancel)
    // PostgreSQL ends the statement by itself; this is for one that changed its own limit.
    const late = setTimeout(cancel, left + 2000)
    try {
      if (over.aborted) cancel()
      return await query
    } finally {
      clearTimeout(late)
      over.removeEventListener('abort', cancel)
    }
  })
}
