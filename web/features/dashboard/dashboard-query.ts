import { queryOptions } from '@tanstack/react-query'
import { api, type Reply } from '../../api.ts'

export type Dashboard = Reply<'GET /v1/dashboard'>

export const dashboardQuery = queryOptions({
  queryKey: ['dashboard'],
  queryFn: ({ signal }) => api('GET /v1/dashboard', { signal }),
})
