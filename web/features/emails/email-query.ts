import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, type Reply } from '../../api.ts'

export type Email = Reply<'GET /v1/emails'>['items'][number]
export type EmailDetail = Reply<'GET /v1/emails/{id}'>
export type EmailOfSubject = Reply<'GET /v1/subjects/emails/{id}'>['items'][number]
export type EmailDetailOfSubject = Reply<'GET /v1/subjects/{subject_id}/emails/{email_id}'>
export type SuppressedAddress = Reply<'GET /v1/suppressed-addresses'>['items'][number]
export type Bounce = Reply<'GET /v1/bounces'>['items'][number]

export const emailQuery = (id: number) =>
  queryOptions({
    queryKey: ['emails', 'one', id],
    queryFn: ({ signal }) => api('GET /v1/emails/{id}', { params: { id }, signal }),
    staleTime: 0,
  })

export const emailsOfSubjectQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: ['subjects', 'emails', id],
    queryFn: ({ pageParam, signal }) =>
      api('GET /v1/subjects/emails/{id}', {
        params: { id },
        query: { limit: 30, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    staleTime: 0,
  })

export const emailsOfCustomerQuery = (customer_id: number) =>
  infiniteQueryOptions({
    queryKey: ['emails', 'customer', customer_id],
    queryFn: ({ pageParam, signal }) =>
      api('GET /v1/emails', {
        query: { customer_id, limit: 30, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    staleTime: 0,
  })
