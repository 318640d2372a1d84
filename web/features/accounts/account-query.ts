import { queryOptions } from '@tanstack/react-query'
import { api, type Reply } from '../../api.ts'

export type Account = Reply<'GET /v1/accounts/{id}'>

export const accountQuery = (id: number) =>
  queryOptions({
    queryKey: ['accounts', 'one', id],
    queryFn: ({ signal }) => api('GET /v1/accounts/{id}', { params: { id }, signal }),
  })
