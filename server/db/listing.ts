import { isDay } from '@saldo/domain/dates'
import { fold } from '@saldo/domain/fold'
import type { Row } from 'postgres'
import { badInput } from '../http/errors.ts'
import type { Tx } from './connection.ts'
import { type Fragment, made, rawSql } from './fragments.ts'
import type { Read } from './transaction.ts'

type Sql<T = void> = (tx: Tx, value: T) => Fragment

/** The type to which a cursor's value is cast, because the cursor comes from outside and is not trusted. */
type SortType = 'text' | 'bigint' | 'date' | 'timestamptz'
type Sort = { sql: Sql; type: SortType; name?: string }

/**
 * A list of records, defined once: columns, filters, orders. The page, the summary and the export are all built from
 * it, so that they cannot disagree. Row-level security decides which rows exist.  Under row-level security, PostgreSQL
 * uses an index only for leakproof comparisons: plain columns with `=`, `<`, `in` and similar. `like`, arithmetic and
 * our own functions are not leakproof. So search through a function of the schema (`bills_like`), and filter and sort
 * by a stored column.
 */
export type Listing<Filters, Found = string> = {
  /** The selected columns, named as in the reply. */
  select: Sql
  /** Tables and joins, without the where clause. */
  from: Sql
  /** The unique key; it breaks ties in the order. */
  id: Sql
  /** The key's name in the reply. */
  id_name: string
  /** The condition of each filter. It is called only when the filter has a value. */
  filters: { [F in keyof Filters]-?: Sql<F extends 'q' ? Found : NonNullable<Filters[F]>> }
  /** Looks up the text `q` before the list is read; its result is passed to the filter `q` (db/search.ts). */
  search?: (tx: Tx, text: string) => Promise<Found>
  /**
   * Sort keys are never null. Each is served by an index that begins with customer_id, or is a column of a joined
   * table.
   */
  sorts: Record<string, Sort>
  /**
   * Whole numbers that keep rows of one sort value together, before the key breaks the ties. They follow the direction of
   * the order; one that must not takes `descending` into account. Not for lists with `last`.
   */
  ties?: { name: string; sql: Sql<{ descending: boolean }> }[]
  /** A `-` in front means descending. */
  default_sort: string
  /** Rows that stand after all others, in every order. `mixed`: whether the filters let through both kinds. */
  last?: { rows: Sql; mixed: (query: Filters) => boolean }
}

export type PageQuery = { sort?: string | undefined; limit: number; cursor?: string | undefined }

export type Page = { items: Row[]; next_cursor: string | null }

/**
 * One page by keyset pagination: `limit` rows after the cursor, and the next cursor or null. Rows that are inserted,
 * changed or removed meanwhile cause no repeats and no gaps. A cursor of another order, or one we did not make, is
 * refused with 400.
 */
export async function pageOf<F extends object, Found>(
  tx: Tx,
  listing: Listing<F, Found>,
  query: F & PageQuery,
): Promise<Page> {
  const order = orderOf(listing, query.sort)
  const after = placeAt(query.cursor, order, listing.ties?.length ?? 0)
  if (after === 'unreadable')
    throw badInput({ cursor: 'Questa pagina è di un altro elenco: ricomincia dalla prima.' })
  const rows = await pageQuery(tx, listing, await searched(tx, listing, query), order, after)
  return cut(rows, listing, query, order)
}

/**
 * The same page as a single query, with the function that turns its rows into a page. Null when a text must be looked
 * up first, or the cursor is not ours. A page without filters has one plan for all cursors, because planning takes
 * longer than reading. The query leaves out the rows that stand last: `page` returns null if they belong to the page,
 * too, and `pageOf` then reads it whole. They are on the last pages only, and looking for them on each page took an
 * eighth of its time.
 */
export function singleRead<F extends object, Found>(
  listing: Listing<F, Found>,
  query: F & PageQuery,
): (Read & { page: (rows: Row[]) => Page | null }) | null {
  const order = orderOf(listing, query.sort)
  const after = placeAt(query.cursor, order, listing.ties?.length ?? 0)
  if (searches(listing, query) || after === 'unreadable' || after?.late) return null
  const mixed = listing.last?.mixed(query) ?? false
  const part: Part = { kind: mixed ? 'first' : 'all', marked: false, after }
  return {
    rows: (tx) => partQuery(tx, listing, query, order, part),
    one_plan: Object.keys(listing.filters).every((name) => isAbsent(query[name as keyof F])),
    page: (rows) => (mixed && rows.length <= query.limit ? null : cut(rows, listing, query, order)),
  }
}

function pageQuery<F extends object, Found>(
  tx: Tx,
  listing: Listing<F, Found>,
  query: F & PageQuery,
  order: Order,
  after: Place | null,
): Fragment {
  if (!listing.last?.mixed(query))
    return partQuery(tx, listing, query, order, { kind: 'all', marked: false, after })
  if (after?.late) return partQuery(tx, listing, query, order, { kind: 'last', marked: true, after })
  // Two queries, so that each reads its rows by an index.
  const first = partQuery(tx, listing, query, order, { kind: 'first', marked: true, after })
  const last = partQuery(tx, listing, query, order, { kind: 'last', marked: true, after: null })
  const direction = rawSql(tx, order.descending ? 'desc' : 'asc')
  return tx`
    select * from ((${first}) union all (${last})) both_kinds
    order by stands_last, sort_value ${direction}, ${rawSql(tx, listing.id_name)} ${direction}
    limit ${rawSql(tx, String(query.limit + 1))}`
}

/** All rows, or those that stand last or not. `marked`: each row says which it is and its place, to be sorted with others. */
type Part = { kind: 'all' | 'first' | 'last'; marked: boolean; after: Place | null }

/** Asks for one row more than the page, to know whether another page follows. */
function partQuery<F extends object, Found>(
  tx: Tx,
  listing: Listing<F, Found>,
  query: F & PageQuery,
  order: Order,
  { kind, marked, after }: Part,
): Fragment {
  const sortKey = made(tx, order.sort.sql)
  const marks = tx`, ${sortKey} as sort_value, ${rawSql(tx, String(kind === 'last'))} as stands_last`
  // The limit is a literal, not a parameter: with an unknown limit PostgreSQL would not expect few rows.
  return tx`
    select ${made(tx, listing.select)}, ${sortKey}::text as sort_key ${marked ? marks : made(tx, nothing)}
      ${tiesOf(tx, listing, order).reduce((all, { name, sql }) => tx`${all}, ${sql} as ${tx(`tie_${name}`)}`, made(tx, nothing))}
    from ${made(tx, listing.from)}
    where ${conditions(tx, listing, query)} and ${isOfKind(tx, listing, kind)}
      ${after ? tx`and ${beyond(tx, listing, order, after)}` : made(tx, nothing)}
    ${orderBy(tx, listing, order)}
    limit ${rawSql(tx, String(query.limit + 1))}`
}

function isOfKind<F, Found>(tx: Tx, { last }: Listing<F, Found>, kind: Part['kind']): Fragment {
  if (!last || kind === 'all') return made(tx, everything)
  return kind === 'last' ? made(tx, last.rows) : tx`not (${made(tx, last.rows)})`
}

function cut<F, Found>(rows: Row[], listing: Listing<F, Found>, { limit }: PageQuery, order: Order): Page {
  const ties = (row: Row) => (listing.ties ?? []).map(({ name }) => Number(row[`tie_${name}`]))
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  const more = rows.length > limit && last !== undefined
  return {
    items,
    next_cursor: more
      ? writeCursor(order.key, {
          value: last.sort_key,
          id: last[listing.id_name],
          late: last.stands_last === true,
          ties: ties(last),
        })
      : null,
  }
}

/** One row of aggregates over all rows that pass the filters. */
export async function summaryOf<F extends object, Found>(
  tx: Tx,
  listing: Listing<F, Found>,
  query: F,
  aggregates: Sql,
): Promise<Row> {
  const filters = await searched(tx, listing, query)
  const [row] = await tx`
    select ${aggregates(tx)} from ${made(tx, listing.from)} where ${conditions(tx, listing, filters)}`
  return row as Row
}

/** All rows that pass the filters, in order, in batches from a cursor: memory does not grow with the number of rows. */
export async function* rowsOf<F extends object, Found>(
  tx: Tx,
  listing: Listing<F, Found>,
  query: F & { sort?: string | undefined },
): AsyncGenerator<Row[]> {
  const order = orderOf(listing, query.sort)
  const filters = await searched(tx, listing, query)
  yield* tx`
    select ${made(tx, listing.select)}
    from ${made(tx, listing.from)}
    where ${conditions(tx, listing, filters)}
    ${orderBy(tx, listing, order, listing.last?.mixed(query) ? listing.last.rows : undefined)}`.cursor(500)
}

/** How many rows each of several queries finds, counted in one pass. */
export async function countsOf<F extends object, Found>(
  tx: Tx,
  listing: Listing<F, Found>,
  queries: readonly F[],
): Promise<number[]> {
  if (queries.length === 0) return []
  const wheres: Fragment[] = []
  for (const query of queries) wheres.push(conditions(tx, listing, await searched(tx, listing, query)))
  const counts = wheres.map((where) => tx`count(*) filter (where ${where})`)
  const [row] = await tx`
    select array[${counts.reduce((all, count) => tx`${all}, ${count}`)}] as counts
    from ${made(tx, listing.from)}
    where ${wheres.reduce((any, where) => tx`${any} or ${where}`)}`
  return row?.counts as number[]
}

const searches = <F extends object, Found>({ search }: Listing<F, Found>, query: F): boolean =>
  search !== undefined && 'q' in query && !isAbsent(query.q)

async function searched<F extends object, Found, Asked extends F>(
  tx: Tx,
  listing: Listing<F, Found>,
  query: Asked,
): Promise<Asked> {
  if (!listing.search || !searches(listing, query)) return query
  return { ...query, q: await listing.search(tx, (query as { q: string }).q) }
}

function conditions<F extends object, Found>(tx: Tx, listing: Listing<F, Found>, query: F): Fragment {
  let all = made(tx, everything)
  for (const [name, condition] of Object.entries(listing.filters) as [keyof F, Sql<unknown>][]) {
    const value = query[name]
    if (isAbsent(value)) continue
    all = tx`${all} and ${condition(tx, value)}`
  }
  return all
}

const everything: Sql = (tx) => tx`true`
const nothing: Sql = (tx) => tx``

const isAbsent = (value: unknown) => value === undefined || value === null || value === ''

/** The pattern `%folded%` for a trigram search; `%`, `_` and `\` in the text are escaped. */
export const containing = (text: string): string => `%${fold(text).replace(/[\\%_]/g, '\\$&')}%`

type Order = { key: string; descending: boolean; sort: Sort }
/** `late`: among the rows that stand last. */
type Place = { value: string; id: number; late: boolean; ties: number[] }

function orderOf<F, Found>(listing: Listing<F, Found>, wanted: string | undefined): Order {
  const key = wanted ?? listing.default_sort
  const descending = key.startsWith('-')
  const sort = listing.sorts[descending ? key.slice(1) : key]
  if (!sort) throw new Error(`unknown order ${key}`)
  return { key, descending, sort }
}

function orderBy<F, Found>(tx: Tx, listing: Listing<F, Found>, order: Order, last?: Sql): Fragment {
  const { sort, descending } = order
  const others = last ? tx`(${made(tx, last)}),` : made(tx, nothing)
  const direction = rawSql(tx, descending ? 'desc' : 'asc')
  const keys = tiesOf(tx, listing, order).reduce(
    (all, { sql }) => tx`${all}, ${sql} ${direction}`,
    tx`${made(tx, sort.sql)} ${direction}`,
  )
  return tx`order by ${others} ${keys}, ${made(tx, listing.id)} ${direction}`
}

const tiesOf = <F, Found>(tx: Tx, { ties = [] }: Listing<F, Found>, { descending }: Order) =>
  ties.map(({ name, sql }) => ({ name, sql: sql(tx, { descending }) }))

/** The first comparison is redundant, but it lets PostgreSQL use an index of a joined table. */
function beyond<F, Found>(
  tx: Tx,
  listing: Listing<F, Found>,
  order: Order,
  { value, id, ties }: Place,
): Fragment {
  const { sort, descending } = order
  const key = made(tx, sort.sql)
  const bound = tx`${value}::text::${rawSql(tx, sort.type)}`
  const keys = tiesOf(tx, listing, order).reduce((all, { sql }) => tx`${all}, ${sql}`, key)
  const bounds = ties.reduce((all, tie) => tx`${all}, ${tie}::bigint`, bound)
  return descending
    ? tx`${key} <= ${bound} and (${keys}, ${made(tx, listing.id)}) < (${bounds}, ${id}::bigint)`
    : tx`${key} >= ${bound} and (${keys}, ${made(tx, listing.id)}) > (${bounds}, ${id}::bigint)`
}

const writeCursor = (key: string, { value, id, late, ties }: Place): string => {
  const place =
    ties.length > 0 ? [key, value, id, late, ties] : late ? [key, value, id, late] : [key, value, id]
  return Buffer.from(JSON.stringify(place)).toString('base64url')
}

function placeAt(
  cursor: string | undefined,
  { key, sort }: Order,
  count: number,
): Place | null | 'unreadable' {
  if (!cursor) return null
  const [of, value, id, late, ties = []] = decoded(cursor)
  if (!Array.isArray(ties) || ties.length !== count || !ties.every(Number.isSafeInteger)) return 'unreadable'
  if (of !== key || typeof value !== 'string' || !readable[sort.type](value) || !Number.isSafeInteger(id))
    return 'unreadable'
  return { value, id: id as number, late: late === true, ties }
}

function decoded(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}

/** Whether PostgreSQL can read the value as the type: an invalid cursor is a 400, not a 500. */
const readable: Record<SortType, (value: string) => boolean> = {
  text: (value) => !value.includes('\0') && value.isWellFormed(),
  bigint: (value) => /^-?\d{1,18}$/.test(value),
  date: isDay,
  timestamptz: (value) =>
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/.test(value) &&
    isDay(value.slice(0, 10)) &&
    !Number.isNaN(Date.parse(`${value.slice(0, 10)}T${value.slice(11, 19)}Z`)),
}
