import { queryOptions } from '@tanstack/react-query'
import { api, type Reply } from '../../api.ts'

export type SubUser = Reply<'GET /v1/users/subusers'>['items'][number]
export type SubUserDetail = Reply<'GET /v1/users/subusers/{id}'>

export const subUserQuery = (id: number) =>
  queryOptions({
    queryKey: ['users/subusers', 'one', id],
    queryFn: ({ signal }) => api('GET /v1/users/subusers/{id}', { params: { id }, signal }),
  })
