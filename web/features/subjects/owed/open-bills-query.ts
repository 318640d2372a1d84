import { queryOptions } from '@tanstack/react-query'
import { api, type Reply } from '../../../api.ts'

export type OpenBills = Reply<'GET /v1/subjects/open-bills/{id}'>
export type OpenBillsOfAccount = OpenBills['accounts'][number]
export type OpenBill = OpenBillsOfAccount['bills'][number]

export const openBillsQuery = (subject_id: number) =>
  queryOptions({
    queryKey: ['bills', 'open', subject_id],
    queryFn: ({ signal }) => api('GET /v1/subjects/open-bills/{id}', { params: { id: subject_id }, signal }),
  })
