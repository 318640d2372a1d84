import { queryOptions } from '@tanstack/react-query'
import { api, type Reply } from '../../api.ts'

export type LateInterest = Reply<'GET /v1/late-interest/{id}'>
export type AllocationOrder = Reply<'GET /v1/late-interest/order'>
export type InterestRule = Reply<'GET /v1/late-interest/rule/{id}'>

/** The key begins with `bills`, because payments change late interest. */
export const lateInterestQuery = (bill_id: number) =>
  queryOptions({
    queryKey: ['bills', 'late-interest', bill_id],
    queryFn: ({ signal }) => api('GET /v1/late-interest/{id}', { params: { id: bill_id }, signal }),
  })

export const interestRuleQuery = (account_id: number) =>
  queryOptions({
    queryKey: ['accounts', 'late-interest', account_id],
    queryFn: ({ signal }) => api('GET /v1/late-interest/rule/{id}', { params: { id: account_id }, signal }),
  })

export const allocationOrderQuery = queryOptions({
  queryKey: ['customers', 'allocation-order'],
  queryFn: ({ signal }) => api('GET /v1/late-interest/order', { signal }),
})
