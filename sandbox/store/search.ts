import type Stripe from 'stripe'
import { invalid } from '../errors.ts'
import { needText, text, texts } from '../params.ts'
import type { RequestContext, Route } from '../sandbox.ts'
import { limitOf } from './list.ts'
import { readQuery, type SearchFields } from './search-query.ts'
import { createdOf } from './table.ts'
import type { TableName, Tables } from './tables.ts'

/** The searchable fields, as Stripe documents them. */
const searchable = {
  charges: {
    amount: 'number',
    'billing_details.address.postal_code': 'token',
    created: 'number',
    currency: 'token',
    customer: 'token',
    disputed: 'token',
    metadata: 'metadata',
    'payment_method_details.card.brand': 'token',
    'payment_method_details.card.exp_month': 'number',
    'payment_method_details.card.exp_year': 'number',
    'payment_method_details.card.fingerprint': 'token',
    'payment_method_details.card.last4': 'token',
    'payment_method_details.type': 'token',
    refunded: 'token',
    status: 'token',
  },
  customers: { created: 'number', email: 'text', metadata: 'metadata', name: 'text', phone: 'text' },
  payment_intents: {
    amount: 'number',
    created: 'number',
    currency: 'token',
    customer: 'token',
    metadata: 'metadata',
    status: 'token',
  },
} as const satisfies Partial<Record<TableName, SearchFields>>

export const searchRoutes: Route[] = (Object.keys(searchable) as (keyof typeof searchable)[]).map(
  (table): Route => ({
    method: 'GET',
    path: `/v1/${table}/search`,
    params: ['query', 'limit', 'page', 'expand'],
    handle: (context) => search(context, table),
  }),
)

/** One page of matches for `query`, newest first. Stripe's index lags by up to a minute; this search is immediate. */
function search(
  context: RequestContext,
  table: keyof typeof searchable,
): Stripe.ApiSearchResult<Tables[keyof typeof searchable]> {
  const fits = readQuery(needText(context.params, 'query'), searchable[table])
  const limit = limitOf(context)
  const after = text(context.params, 'page')
  const counts = texts(context.params, 'expand')?.includes('total_count')
  const ids = context.book.ids(table)
  const found: Tables[keyof typeof searchable][] = []
  let total = 0
  for (let place = after ? placeAfter(context, table, after) : ids.length - 1; place >= 0; place--) {
    const row = context.book.get(table, ids[place] ?? '')
    if (!row || 'deleted' in row || !fits(row)) continue
    total++
    if (found.length <= limit) found.push(row)
    else if (!counts) break
  }
  const data = found.slice(0, limit)
  const more = found.length > limit
  return {
    object: 'search_result',
    data,
    has_more: more,
    next_page: more ? Buffer.from(data.at(-1)?.id ?? '').toString('base64url') : null,
    ...(counts && { total_count: total }),
    url: context.url,
  }
}

/** The index after the last row of the previous page. */
function placeAfter(context: RequestContext, table: TableName, page: string): number {
  const id = Buffer.from(page, 'base64url').toString('utf8')
  const last = context.book.get(table, id)
  const ids = context.book.ids(table)
  if (last)
    for (let place = ids.length - 1; place >= 0; place--) {
      if (ids[place] === id) return place - 1
      if (createdOf(context.book.get(table, ids[place] ?? '')) < createdOf(last)) break
    }
  throw invalid('Invalid page: use the `next_page` of the page before.', 'page')
}
