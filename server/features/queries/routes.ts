import * as contract from '@saldo/contract/backoffice/queries'
import { summaryOf } from '../../db/listing.ts'
import { exportReply } from '../../exports/export-reply.ts'
import { type Route, serve, serveAcross, serveList } from '../../http/serve.ts'
import { getQueryAuthors, setQueryAuthors } from './authors.ts'
import { approveSavedQuery, rejectSavedQuery, submitSavedQuery } from './decide-version.ts'
import { queryRunColumns, savedQueryColumns } from './query-columns.ts'
import { queryRuns } from './query-runs-list.ts'
import { exportQuery, planQuery, runQuery } from './run/run-query.ts'
import { archiveSavedQuery, changeSavedQuery, createSavedQuery } from './save-query.ts'
import { queryDetail, savedQueries } from './saved-queries-list.ts'

const listSavedQueries = serveList(contract.listSavedQueries, savedQueries)

const summariseSavedQueries = serve(contract.summariseSavedQueries, async ({ tx, query }) => {
  const { count, to_decide } = await summaryOf(
    tx,
    savedQueries,
    query,
    (of) => of`count(*)::int as count, (count(*) filter (where n.state = 'submitted'))::int as to_decide`,
  )
  return { count, to_decide }
})

const exportSavedQueries = serveAcross(contract.exportSavedQueries, ({ as, services, query }) =>
  exportReply({
    as,
    services,
    listing: savedQueries,
    query,
    columns: savedQueryColumns,
    name: 'interrogazioni',
  }),
)

const getSavedQuery = serve(contract.getSavedQuery, ({ tx, actor, params }) =>
  queryDetail(tx, actor.user_id, params.id),
)

/** The views of the schema `queries` (migrations/0071-queries.sql). */
const listQueryTables = serve(contract.listQueryTables, async ({ tx }) => {
  const tables = await tx<{ name: string; columns: { name: string; type: string }[] }[]>`
    select c.relname as name,
      json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where n.nspname = 'queries' and c.relkind = 'v'
    group by c.relname order by c.relname`
  return { tables }
})

const listQueryRuns = serveList(contract.listQueryRuns, queryRuns)

const summariseQueryRuns = serve(contract.summariseQueryRuns, async ({ tx, query }) => {
  const { count } = await summaryOf(tx, queryRuns, query, (of) => of`count(*)::int as count`)
  return { count }
})

const exportQueryRuns = serveAcross(contract.exportQueryRuns, ({ as, services, query }) =>
  exportReply({ as, services, listing: queryRuns, query, columns: queryRunColumns, name: 'esecuzioni' }),
)

export const queryRoutes: Route[] = [
  listSavedQueries,
  summariseSavedQueries,
  exportSavedQueries,
  listQueryTables,
  getSavedQuery,
  createSavedQuery,
  changeSavedQuery,
  archiveSavedQuery,
  submitSavedQuery,
  approveSavedQuery,
  rejectSavedQuery,
  getQueryAuthors,
  setQueryAuthors,
  listQueryRuns,
  summariseQueryRuns,
  exportQueryRuns,
  runQuery,
  planQuery,
  exportQuery,
]
