import { queryOptions } from '@tanstack/react-query'
import { api, type Reply } from '../api.ts'

export type Account = Reply<'GET /v1/accounts/{id}'>
export type IbanChange = Reply<'GET /v1/accounts/iban-changes/{id}'>[number]

export const accountQuery = (id: number) =>
  queryOptions({
    queryKey: ['accounts', 'one', id],
    queryFn: ({ signal }) => api('GET /v1/accounts/{id}', { params: { id }, signal }),
  })

/** Requests to change a condominium's IBAN, newest first. */
export const ibanChangesQuery = (id: number) =>
  queryOptions({
    queryKey: ['accounts', 'iban-changes', id],
    queryFn: ({ signal }) => api('GET /v1/accounts/iban-changes/{id}', { params: { id }, signal }),
  })
