import type { PendingQuery, Row } from 'postgres'
import type { Tx } from './connection.ts'

/** A piece of SQL, with its values, to be put into a query. */
export type Fragment = PendingQuery<Row[]>

const fragments = new WeakMap<(tx: Tx) => Fragment, Fragment>()
const texts = new Map<string, Fragment>()

/**
 * Builds the piece of SQL once and reuses it: for pieces without values, which are the same in every query. Building
 * them again for each page took as long as parsing a third of its rows.
 */
export function made(tx: Tx, sql: (tx: Tx) => Fragment): Fragment {
  const before = fragments.get(sql)
  if (before) return before
  const fragment = sql(tx)
  fragments.set(sql, fragment)
  return fragment
}

/** Puts a word into SQL without a parameter. Only for our own constants (a type, a page limit), never for input. */
export function rawSql(tx: Tx, text: string): Fragment {
  const before = texts.get(text)
  if (before) return before
  const fragment = tx.unsafe(text) as unknown as Fragment
  texts.set(text, fragment)
  return fragment
}
