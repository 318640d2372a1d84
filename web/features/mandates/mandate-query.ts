import { queryOptions } from '@tanstack/react-query'
import { api, type Reply } from '../../api.ts'
import { queries } from '../../session/queries.ts'

export type Mandate = Reply<'GET /v1/mandates'>['items'][number]
export type MandateDetail = Reply<'GET /v1/mandates/{id}'>
export type DebitSetup = Reply<'GET /v1/debit-setup/{id}'>

export const mandateQuery = (id: number) =>
  queryOptions({
    queryKey: ['mandates', 'one', id],
    queryFn: ({ signal }) => api('GET /v1/mandates/{id}', { params: { id }, signal }),
  })

/** What a condominium has, and lacks, to present debits to its bank. */
export const debitSetupQuery = (account_id: number) =>
  queryOptions({
    queryKey: ['mandates', 'setup', account_id],
    queryFn: ({ signal }) => api('GET /v1/debit-setup/{id}', { params: { id: account_id }, signal }),
  })

/** Shows the mandate that an act returned, and refetches mandates and what is collected by them. */
export async function showMandate(mandate: MandateDetail) {
  queries.setQueryData(mandateQuery(mandate.mandate_id).queryKey, mandate)
  await Promise.all(
    ['mandates', 'debits', 'debit-runs', 'sources'].map((noun) =>
      queries.invalidateQueries({ queryKey: [noun] }),
    ),
  )
}
