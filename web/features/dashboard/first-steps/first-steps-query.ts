import { queryOptions } from '@tanstack/react-query'
import { api, type Reply } from '../../../api.ts'

export type FirstStep = Reply<'GET /v1/dashboard/first-steps'>['steps'][number]
export type Gap = FirstStep['gaps'][number]

export const firstStepsQuery = queryOptions({
  queryKey: ['dashboard', 'first-steps'],
  queryFn: ({ signal }) => api('GET /v1/dashboard/first-steps', { signal }),
})

/** Whether something is left to do, so that the list is worth showing. */
export const isUnfinished = (steps: readonly FirstStep[]): boolean =>
  steps.some(({ state }) => state !== 'done')
