import type Stripe from 'stripe'
import { invalid, noSuch } from '../errors.ts'
import { at, integer, text } from '../params.ts'
import type { RequestContext } from '../sandbox.ts'
import { createdOf } from './table.ts'
import type { TableName, Tables } from './tables.ts'

/** Parameters that every list accepts. */
export const listParams = ['limit', 'starting_after', 'ending_before', 'expand'] as const

export interface ListFilters<T extends TableName> {
  /** Parameters that must equal the field of the same name; the first one given is looked up, not searched. */
  equal?: readonly (keyof Tables[T] & string)[]
  /** Fixed equalities, e.g. the customer in the path. */
  where?: readonly [field: keyof Tables[T] & string, value: string]
  /** Any other condition on a row. */
  fits?: (row: Tables[T]) => boolean
}

/**
 * One page of a list, newest first: `limit` 1–100 (10), `starting_after`, `ending_before`, and `created` as a number or
 * with gt, gte, lt, lte. Reads only as many rows as the page needs.
 */
export function page<T extends TableName>(
  context: RequestContext,
  table: T,
  filters: ListFilters<T> = {},
): Stripe.ApiList<Tables[T]> {
  const limit = limitOf(context)
  const after = text(context.params, 'starting_after')
  const before = text(context.params, 'ending_before')
  if (after && before)
    throw invalid('You may only use one of starting_after and ending_before', 'ending_before')

  const source = sourceOf(context, table, filters)
  const { from, to } = createdBounds(context, source)
  const taken: Tables[T][] = []
  // One row more than the limit tells whether there are more.
  const take = (place: number) => {
    const row = source.row(place)
    if (row && source.fits(row)) taken.push(row)
    return taken.length <= limit
  }
  if (before) {
    const start = Math.max(placeOf(source, context, table, before, 'ending_before') + 1, from)
    for (let place = start; place < to && take(place); place++);
    return listOf(context.url, taken.slice(0, limit).reverse(), taken.length > limit)
  }
  const start = after ? Math.min(placeOf(source, context, table, after, 'starting_after'), to) : to
  for (let place = start - 1; place >= from && take(place); place--);
  return listOf(context.url, taken.slice(0, limit), taken.length > limit)
}

export function listOf<T>(url: string, data: T[], has_more = false): Stripe.ApiList<T> {
  return { object: 'list', data, has_more, url }
}

export function limitOf(context: RequestContext): number {
  const limit = integer(context.params, 'limit') ?? 10
  if (limit < 1 || limit > 100)
    throw invalid('Limit must be between 1 and 100', 'limit', 'parameter_invalid_integer')
  return limit
}

interface Source<R> {
  ids: readonly string[]
  row(place: number): R | undefined
  fits(row: R): boolean
  created(place: number): number
}

/** The shortest list of ids that contains every wanted row. */
function sourceOf<T extends TableName>(
  context: RequestContext,
  table: T,
  filters: ListFilters<T>,
): Source<Tables[T]> {
  const wanted = (filters.equal ?? []).flatMap((field) => {
    const value = text(context.params, field)
    return value === undefined ? [] : [[field, value] as const]
  })
  const [first] = filters.where ? [filters.where] : wanted
  const ids = first ? context.book.idsWhere(table, first[0], first[1]) : context.book.ids(table)
  return {
    ids,
    row: (place) => context.book.get(table, ids[place] ?? ''),
    fits: (row) => wanted.every(([field, value]) => row[field] === value) && (filters.fits?.(row) ?? true),
    created: (place) => createdOf(context.book.get(table, ids[place] ?? '')),
  }
}

function createdBounds<R>(context: RequestContext, source: Source<R>): { from: number; to: number } {
  const whole = { from: 0, to: source.ids.length }
  if (at(context.params, 'created') === undefined) return whole
  if (typeof context.params.created === 'string') {
    const created = integer(context.params, 'created') ?? 0
    return { from: firstAt(source, created), to: firstAt(source, created + 1) }
  }
  const bound = (name: string) => integer(context.params, `created[${name}]`)
  const [gt, gte, lt, lte] = [bound('gt'), bound('gte'), bound('lt'), bound('lte')]
  const least = Math.max(gt === undefined ? 0 : gt + 1, gte ?? 0)
  const end = Math.min(lt ?? Number.MAX_SAFE_INTEGER, lte === undefined ? Number.MAX_SAFE_INTEGER : lte + 1)
  return { from: firstAt(source, least), to: firstAt(source, end) }
}

/** The index of the first row made at or after this second. */
function firstAt<R>(source: Source<R>, created: number): number {
  let low = 0
  let high = source.ids.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (source.created(middle) < created) low = middle + 1
    else high = middle
  }
  return low
}

function placeOf<T extends TableName>(
  source: Source<Tables[T]>,
  context: RequestContext,
  table: T,
  id: string,
  param: string,
): number {
  const row = context.book.get(table, id)
  if (!row) throw noSuch('object', id, param, 400)
  for (let place = firstAt(source, createdOf(row)); place < source.ids.length; place++)
    if (source.ids[place] === id) return place
  throw noSuch('object', id, param, 400)
}
