import { queryOptions } from '@tanstack/react-query'
import { api, type Reply } from '../../api.ts'

export type Payment = Reply<'GET /v1/payments'>['items'][number]
export type PaymentDetail = Reply<'GET /v1/payments/{id}'>

export const paymentQuery = (id: number) =>
  queryOptions({
    queryKey: ['payments', 'one', id],
    queryFn: ({ signal }) => api('GET /v1/payments/{id}', { params: { id }, signal }),
  })
