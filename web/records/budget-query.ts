import { queryOptions } from '@tanstack/react-query'
import { api, type Reply } from '../api.ts'

export type Budget = Reply<'GET /v1/budgets'>['items'][number]
export type BudgetDetail = Reply<'GET /v1/budgets/{id}'>

/** Milliseconds between two looks while the bills are written, should the live events not come. */
const looksEvery = 1500

export const budgetQuery = (id: number) =>
  queryOptions({
    queryKey: ['budgets', 'one', id],
    queryFn: ({ signal }) => api('GET /v1/budgets/{id}', { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'issuing' ? looksEvery : false),
  })
