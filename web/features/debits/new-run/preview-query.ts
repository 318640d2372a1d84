import type { Contract } from '@saldo/contract/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type Reply } from '../../../api.ts'

export type Preview = Reply<'POST /v1/debit-runs/preview'>
export type Included = Preview['included'][number]
export type Excluded = Preview['excluded'][number]
export type Choice = Contract['POST /v1/debit-runs/preview']['body'] & { account_id: number }

/** What a run would debit. The last preview stays on screen while another day is looked at. */
export const previewQuery = (choice: Choice) =>
  queryOptions({
    queryKey: ['debit-runs', 'preview', choice],
    queryFn: ({ signal }) => api('POST /v1/debit-runs/preview', { body: choice, signal }),
    placeholderData: keepPreviousData,
    // Bills are paid meanwhile: what is confirmed must be what is true now.
    staleTime: 0,
  })
