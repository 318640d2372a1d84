import type { Contract } from '@saldo/contract/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type Reply } from '../../../api.ts'

export type Preview = Reply<'POST /v1/notices/preview'>
export type Candidate = Preview['bills'][number]
export type Choice = Contract['POST /v1/notices/preview']['body']

/** Which bills would get a notice. The last preview stays on screen while another due date is looked at. */
export const previewQuery = (choice: Choice) =>
  queryOptions({
    queryKey: ['notices', 'preview', choice],
    queryFn: ({ signal }) => api('POST /v1/notices/preview', { body: choice, signal }),
    placeholderData: keepPreviousData,
    // Bills are paid meanwhile: what is confirmed must be what is true now.
    staleTime: 0,
  })
