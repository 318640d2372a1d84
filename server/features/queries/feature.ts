import { feature } from '../../feature.ts'
import { queryRoutes } from './routes.ts'

/** Questions to the database that the back office writes, and their runs. */
export const queries = feature({
  tables: {
    query_authors: 'nobody',
    query_runs: 'nobody',
    saved_queries: 'nobody',
    saved_query_versions: 'nobody',
  },
  routes: queryRoutes,
})
