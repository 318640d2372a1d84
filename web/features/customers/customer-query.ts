import { queryOptions } from '@tanstack/react-query'
import { api, type Reply } from '../../api.ts'

export type IncompleteCustomer = Reply<'GET /v1/customers/incomplete/{incomplete_id}'>

export const incompleteQuery = (incomplete_id: number) =>
  queryOptions({
    queryKey: ['customers/incomplete', incomplete_id],
    queryFn: ({ signal }) =>
      api('GET /v1/customers/incomplete/{incomplete_id}', { params: { incomplete_id }, signal }),
  })

export const groupsQuery = queryOptions({
  queryKey: ['customers', 'groups'],
  queryFn: ({ signal }) => api('GET /v1/customers/groups', { signal }),
})

export const sectorsQuery = queryOptions({
  queryKey: ['customers', 'sectors'],
  queryFn: ({ signal }) => api('GET /v1/customers/sectors', { signal }),
})

export type UserOfCustomer = Reply<'GET /v1/customers/users/{customer_id}'>[number]

export const usersOfCustomerQuery = (customer_id: number) =>
  queryOptions({
    queryKey: ['users', 'of', customer_id],
    queryFn: ({ signal }) =>
      api('GET /v1/customers/users/{customer_id}', { params: { customer_id }, signal }),
  })
