import { queryOptions } from '@tanstack/react-query'
import { api, type Reply } from '../../api.ts'

export type Dashboard = Reply<'GET /v1/dashboard'>

/** All figures; of one condominium, or of all (null). */
export const dashboardQuery = (account_id: string | null) =>
  queryOptions({
    queryKey: ['dashboard', 'figures', account_id],
    queryFn: ({ signal }) =>
      api('GET /v1/dashboard', { query: account_id === null ? {} : { account_id }, signal }),
  })
