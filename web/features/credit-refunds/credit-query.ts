import { api, type Reply } from '../../api.ts'
import { queries } from '../../session/queries.ts'

export type Credit = Reply<'GET /v1/credits'>['items'][number]
export type CreditDetail = Reply<'GET /v1/credits/{id}'>
export type CreditRefund = Reply<'GET /v1/credit-refunds'>['items'][number]

export const creditQuery = (credit_id: number) => ({
  queryKey: ['credits', 'one', credit_id],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api('GET /v1/credits/{id}', { params: { id: credit_id }, signal }),
})

/** Fetches again whatever shows credits, refunds or what a person owes. */
export const refreshCredits = () =>
  Promise.all(
    ['credits', 'credit-refunds', 'bills', 'flows'].map((noun) =>
      queries.invalidateQueries({ queryKey: [noun] }),
    ),
  )
