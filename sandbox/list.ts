import type Stripe from 'stripe'
import { invalid, noSuch } from './errors.ts'
import { at, integer, text } from './params.ts'
import type { Ask } from './sandbox.ts'

/** Parameters that every list knows. */
export const listParams = ['limit', 'starting_after', 'ending_before', 'expand'] as const

/**
 * One page of a list, newest first: `limit` 1–100 (10), `starting_after`, `ending_before`, and `created`
 * as a number or with gt, gte, lt, lte. `rows` come oldest first, already filtered.
 */
export function page<T extends { id: string }>(ask: Ask, rows: T[]): Stripe.ApiList<T> {
  const limit = integer(ask.params, 'limit') ?? 10
  if (limit < 1 || limit > 100)
    throw invalid('Limit must be between 1 and 100', 'limit', 'parameter_invalid_integer')
  const newestFirst = rows.filter((row) => createdWithin(ask, row)).reverse()
  const after = text(ask.params, 'starting_after')
  const before = text(ask.params, 'ending_before')
  if (after && before)
    throw invalid('You may only use one of starting_after and ending_before', 'ending_before')

  if (before) {
    const end = placeOf(newestFirst, before, 'ending_before')
    const start = Math.max(0, end - limit)
    return listOf(ask.url, newestFirst.slice(start, end), start > 0)
  }
  const start = after ? placeOf(newestFirst, after, 'starting_after') + 1 : 0
  return listOf(ask.url, newestFirst.slice(start, start + limit), start + limit < newestFirst.length)
}

export function listOf<T>(url: string, data: T[], has_more = false): Stripe.ApiList<T> {
  return { object: 'list', data, has_more, url }
}

function placeOf(rows: readonly { id: string }[], id: string, param: string): number {
  const place = rows.findIndex((row) => row.id === id)
  if (place < 0) throw noSuch('object', id, param, 400)
  return place
}

function createdWithin(ask: Ask, row: object): boolean {
  if (!('created' in row) || at(ask.params, 'created') === undefined) return true
  const created = row.created as number
  if (typeof ask.params.created === 'string') return created === integer(ask.params, 'created')
  const bound = (name: string, fits: (limit: number) => boolean) => {
    const limit = integer(ask.params, `created[${name}]`)
    return limit === undefined || fits(limit)
  }
  return (
    bound('gt', (limit) => created > limit) &&
    bound('gte', (limit) => created >= limit) &&
    bound('lt', (limit) => created < limit) &&
    bound('lte', (limit) => created <= limit)
  )
}
