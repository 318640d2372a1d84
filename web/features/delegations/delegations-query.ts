import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, type Reply } from '../../api.ts'
import { queries } from '../../session/queries.ts'

export type Delegations = Reply<'GET /v1/delegations'>
export type Delegator = Delegations['pays_for'][number]
export type Delegation = Delegations['payers'][number]
export type DelegatedBill = Reply<'GET /v1/delegations/bills'>[number]

/** For whom the resident pays, and who pays for them. */
export const delegationsQuery = queryOptions({
  queryKey: ['delegations', 'mine'],
  queryFn: ({ signal }) => api('GET /v1/delegations', { signal }),
})
/** The bills of others; the second key is the noun, for live updates. */
export const delegatedBillsQuery = queryOptions({
  queryKey: ['bills', 'delegated'],
  queryFn: ({ signal }) => api('GET /v1/delegations/bills', { signal }),
})
export const delegatedPaymentsQuery = queryOptions({
  queryKey: ['payments', 'delegated'],
  queryFn: ({ signal }) => api('GET /v1/delegations/payments', { signal }),
})

export async function refetchDelegations(): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: delegationsQuery.queryKey }),
    queries.invalidateQueries({ queryKey: delegatedBillsQuery.queryKey }),
  ])
}

/** What is due now for each other person, to be named beside one's own sum and never added to it. Cents. */
export const useDueForOthers = (): readonly Pick<Delegator, 'owner_name' | 'due_now'>[] =>
  useQuery(delegationsQuery).data?.pays_for.filter(({ due_now }) => due_now > 0) ?? []
