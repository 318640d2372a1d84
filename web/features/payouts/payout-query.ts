import { queryOptions } from '@tanstack/react-query'
import { api, type Reply } from '../../api.ts'

export type Payout = Reply<'GET /v1/payouts'>['items'][number]
export type PayoutDetail = Reply<'GET /v1/payouts/{id}'>
export type PayoutLine = Reply<'GET /v1/payouts/lines'>['items'][number]

export const payoutQuery = (id: number) =>
  queryOptions({
    queryKey: ['payouts', 'one', id],
    queryFn: ({ signal }) => api('GET /v1/payouts/{id}', { params: { id }, signal }),
  })

/** Payouts with lines of a payment. */
export const payoutsOfPaymentQuery = (payment_id: number) =>
  queryOptions({
    queryKey: ['payouts', 'of-payment', payment_id],
    queryFn: ({ signal }) => api('GET /v1/payouts', { query: { payment_id, limit: 20 }, signal }),
  })
