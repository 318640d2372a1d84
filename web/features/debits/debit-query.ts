import { queryOptions } from '@tanstack/react-query'
import { api, type Reply } from '../../api.ts'
import { queries } from '../../session/queries.ts'

export type Debit = Reply<'GET /v1/debits'>['items'][number]
export type DebitRun = Reply<'GET /v1/debit-runs'>['items'][number]
export type DebitRunDetail = Reply<'GET /v1/debit-runs/{id}'>
export type RunDebit = Reply<'GET /v1/debit-runs/{id}/debits'>['items'][number]

/** One debit, as a list of one: it has no endpoint of its own. Null: it is not there. */
export const debitQuery = (id: number) =>
  queryOptions({
    queryKey: ['debits', 'one', id],
    queryFn: async ({ signal }) =>
      (await api('GET /v1/debits', { query: { ids: String(id), limit: 1 }, signal })).items[0] ?? null,
  })

/** The debit that tries again what this one did not collect; null without one. */
export const retryQuery = (bill_id: number, retry_of: number) =>
  queryOptions({
    queryKey: ['debits', 'retry', retry_of],
    queryFn: async ({ signal }) => {
      const query = { bill_id, state: 'planned,notified,started', limit: 50 }
      const { items } = await api('GET /v1/debits', { query, signal })
      return items.find((debit) => debit.retry_of === retry_of) ?? null
    },
  })

export const debitRunQuery = (id: number) =>
  queryOptions({
    queryKey: ['debit-runs', 'one', id],
    queryFn: ({ signal }) => api('GET /v1/debit-runs/{id}', { params: { id }, signal }),
  })

/** Refetches what a debit's change shows in. */
export const refreshDebits = () =>
  Promise.all(
    ['debits', 'debit-runs', 'mandates', 'bills', 'payments', 'sources'].map((noun) =>
      queries.invalidateQueries({ queryKey: [noun] }),
    ),
  )

/** Shows the run that an act returned, and refetches its debits. */
export async function showRun(run: DebitRunDetail) {
  queries.setQueryData(debitRunQuery(run.run_id).queryKey, run)
  await refreshDebits()
}
