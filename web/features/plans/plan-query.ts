import { queryOptions } from '@tanstack/react-query'
import { api, type Reply } from '../../api.ts'
import { queries } from '../../session/queries.ts'

export type Plan = Reply<'GET /v1/plans'>['items'][number]
export type PlanDetail = Reply<'GET /v1/plans/{id}'>
export type Debt = Reply<'GET /v1/bills'>['items'][number]

export const planQuery = (id: number) =>
  queryOptions({
    queryKey: ['plans', 'one', id],
    queryFn: ({ signal }) => api('GET /v1/plans/{id}', { params: { id }, signal }),
  })

/** Maximum number of bills in a plan. */
export const mostBills = 60

/** Open bills of a person in a condominium, oldest first. */
export const debtsQuery = (account_id: number, subject_id: number) =>
  queryOptions({
    queryKey: ['bills', 'debts', account_id, subject_id],
    queryFn: async ({ signal }) =>
      (
        await api('GET /v1/bills', {
          query: {
            account_id,
            subject_id,
            state: 'to_pay,due_soon,overdue,partly_paid,returned,refunded',
            sort: 'next_due_date',
            limit: mostBills,
          },
          signal,
        })
      ).items,
    staleTime: 0,
  })

/** Shows the plan that an act returned, and refetches plans and their bills. */
export async function showPlan(plan: PlanDetail) {
  queries.setQueryData(planQuery(plan.plan_id).queryKey, plan)
  await Promise.all(['plans', 'bills'].map((noun) => queries.invalidateQueries({ queryKey: [noun] })))
}
