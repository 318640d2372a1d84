import { fold } from '@saldo/domain/fold'
import type { PendingQuery, Row } from 'postgres'
import type { Tx } from './connection.ts'

type Fragment = PendingQuery<Row[]>
type Sql<T = void> = (tx: Tx, value: T) => Fragment

/** What the cursor compares, so that a value from outside is cast and never trusted. */
type SortType = 'text' | 'bigint' | 'date' | 'timestamptz'

/**
 * A list of records, said once: what is selected, which filters and orders there are. From it come the page, the
 * summary and the export, so that they cannot disagree. Which rows there are at all is row-level security's affair.
 */
export type Listing<Filters> = {
  /** The selected columns; their names are those of the reply. */
  select: Sql
  /** Tables and joins, without where. */
  from: Sql
  /** Unique key, as a tie-break. */
  id: Sql
  /** The key's name in the reply. */
  id_name: string
  /** A condition for each filter, called with its value when it is given. */
  filters: { [F in keyof Filters]-?: Sql<NonNullable<Filters[F]>> }
  /** Never null; each served by an index that leads with customer_id. */
  sorts: Record<string, { sql: Sql; type: SortType; name: string }>
  /** `-` before a name: descending. */
  default_sort: string
}

export type PageQuery = { sort?: string | undefined; limit: number; cursor?: string | undefined }

/** One page by keyset: `limit` rows after the cursor, and the next cursor or null. A cursor of another order is ignored. */
export async function pageOf<F extends object>(tx: Tx, listing: Listing<F>, query: F & PageQuery) {
  const order = orderOf(listing, query.sort)
  const after = readCursor(query.cursor, order.key)
  const rows = await tx`
    select ${listing.select(tx)}
    from ${listing.from(tx)}
    where ${conditions(tx, listing, query)} ${after ? tx`and ${beyond(tx, listing, order, after)}` : tx``}
    ${orderBy(tx, listing, order)}
    limit ${query.limit + 1}`
  const items = rows.slice(0, query.limit)
  const last = items.at(-1)
  const more = rows.length > query.limit && last !== undefined
  return {
    items,
    next_cursor: more ? writeCursor(order.key, last[order.sort.name], last[listing.id_name]) : null,
  }
}

/** One row of aggregates over all that the filters leave. */
export async function summaryOf<F extends object>(
  tx: Tx,
  listing: Listing<F>,
  query: F,
  aggregates: Sql,
): Promise<Row> {
  const [row] = await tx`
    select ${aggregates(tx)} from ${listing.from(tx)} where ${conditions(tx, listing, query)}`
  return row as Row
}

/** Every row that the filters leave, in order, in batches from a cursor: memory does not grow with rows. */
export function rowsOf<F extends object>(
  tx: Tx,
  listing: Listing<F>,
  query: F & { sort?: string | undefined },
) {
  const order = orderOf(listing, query.sort)
  return tx`
    select ${listing.select(tx)}
    from ${listing.from(tx)}
    where ${conditions(tx, listing, query)}
    ${orderBy(tx, listing, order)}`.cursor(500)
}

/** The condition that the filters make, for acts on a selection. */
export function conditions<F extends object>(tx: Tx, listing: Listing<F>, query: F): Fragment {
  let all = tx`true`
  for (const [name, condition] of Object.entries(listing.filters) as [keyof F, Sql<unknown>][]) {
    const value = query[name]
    if (value === undefined || value === null || value === '') continue
    all = tx`${all} and ${condition(tx, value)}`
  }
  return all
}

/** `%folded%` for a trigram search, with the pattern's own signs taken literally. */
export const containing = (text: string): string => `%${fold(text).replace(/[\\%_]/g, '\\$&')}%`

type Order = { key: string; descending: boolean; sort: { sql: Sql; type: SortType; name: string } }

function orderOf<F>(listing: Listing<F>, wanted: string | undefined): Order {
  const key = wanted ?? listing.default_sort
  const descending = key.startsWith('-')
  const sort = listing.sorts[descending ? key.slice(1) : key]
  if (!sort) throw new Error(`unknown order ${key}`)
  return { key, descending, sort }
}

function orderBy<F>(tx: Tx, listing: Listing<F>, { sort, descending }: Order): Fragment {
  return descending
    ? tx`order by ${sort.sql(tx)} desc, ${listing.id(tx)} desc`
    : tx`order by ${sort.sql(tx)}, ${listing.id(tx)}`
}

function beyond<F>(
  tx: Tx,
  listing: Listing<F>,
  { sort, descending }: Order,
  [value, id]: [string, number],
): Fragment {
  const bound = tx`(${value}::text::${tx.unsafe(sort.type)}, ${id}::bigint)`
  return descending
    ? tx`(${sort.sql(tx)}, ${listing.id(tx)}) < ${bound}`
    : tx`(${sort.sql(tx)}, ${listing.id(tx)}) > ${bound}`
}

const writeCursor = (key: string, value: unknown, id: unknown): string =>
  Buffer.from(JSON.stringify([key, String(value), id])).toString('base64url')

function readCursor(cursor: string | undefined, key: string): [string, number] | null {
  if (!cursor) return null
  try {
    const [of, value, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
    return of === key && typeof value === 'string' && Number.isSafeInteger(id) ? [value, id as number] : null
  } catch {
    return null
  }
}
