import { queryOptions } from '@tanstack/react-query'
import { api, type Reply } from '../api.ts'

export type Subject = Reply<'GET /v1/subjects/{id}'>

export const subjectQuery = (id: number) =>
  queryOptions({
    queryKey: ['subjects', 'one', id],
    queryFn: ({ signal }) => api('GET /v1/subjects/{id}', { params: { id }, signal }),
  })
