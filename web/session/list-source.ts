import type { Contract } from '@saldo/contract/contract'
import { api, apiFile, type Input, type Route } from '../api.ts'
import type { ListSource, Page, Query, Totals } from '../ui/grid/list.ts'

/** Nouns with list, summary and export endpoints. */
type ListNoun = {
  [R in Route]: R extends `GET /v1/${infer N}/summary` ? N : never
}[Route]
type RowOf<N extends ListNoun> = Contract[`GET /v1/${N}` & Route]['reply'] extends { items: (infer Row)[] }
  ? Row
  : never

/**
 * `listSource('bills')`: rows, totals and file from `GET /v1/bills`, `…/summary` and `…/export`. `fixed`: query
 * parameters that every call adds, for a list that belongs to one record.
 */
export function listSource<N extends ListNoun>(noun: N, fixed: Query = {}): ListSource<RowOf<N>> {
  const get = (route: string, query: Record<string, unknown>, signal?: AbortSignal) =>
    [route as Route, { query: { ...query, ...fixed }, signal } as Input<Route>] as const
  return {
    noun,
    fixed,
    load: (query, { cursor, limit }, signal) =>
      api(...get(`GET /v1/${noun}`, { ...query, limit, cursor }, signal)) as Promise<Page<RowOf<N>>>,
    summarise: ({ sort: _order, ...filters }, signal) =>
      api(...get(`GET /v1/${noun}/summary`, filters, signal)) as unknown as Promise<Totals>,
    export: (query) => apiFile(...get(`GET /v1/${noun}/export`, query)),
  }
}
