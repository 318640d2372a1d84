import { queryOptions } from '@tanstack/react-query'
import { api, type Reply } from '../api.ts'

export type Budget = Reply<'GET /v1/budgets'>['items'][number]
export type BudgetDetail = Reply<'GET /v1/budgets/{id}'>

/** Polling interval in milliseconds while the bills are written, in case no live events arrive. */
const looksEvery = 1500

export const budgetQuery = (id: number) =>
  queryOptions({
    queryKey: ['budgets', 'one', id],
    queryFn: ({ signal }) => api('GET /v1/budgets/{id}', { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'issuing' ? looksEvery : false),
  })
