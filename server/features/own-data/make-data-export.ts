import { randomUUID } from 'node:crypto'
import * as contract from '@saldo/contract/identity/data-exports'
import type { PendingQuery, Row } from 'postgres'
import type { Tx } from '../../db/connection.ts'
import { conflict } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'

/** How many ZIPs somebody may begin within a day: each reads everything that they have. */
export const mostInADay = 3

/** Begins to write the caller's ZIP; a job goes on, and whoever left the page finds it again. */
export const makeDataExport = serve(contract.makeDataExport, async ({ services, tx, actor }) => {
  const [begun] = await tx<{ today: number }[]>`
    select count(*)::int as today from data_exports where created_at > now() - interval '1 day'`
  if ((begun?.today ?? 0) >= mostInADay)
    throw conflict('too_many', 'Hai già preparato i tuoi dati tre volte in un giorno: riprova domani.')
  const [row] = await tx<{ data_export_id: number }[]>`
    insert into data_exports ${tx({ user_id: actor.user_id, stored_as: `exports/${randomUUID()}` })}
    on conflict (user_id) where state = 'writing' do nothing returning data_export_id`
  if (!row) throw conflict('being_written', 'I tuoi dati si stanno già preparando: aspetta che finiscano.')
  await services.queue.enqueue(tx, 'write-data-export', row)
  const [made] = await selectDataExports(tx, tx`data_export_id = ${row.data_export_id}`)
  return made as contract.DataExport
})

export const listDataExports = serve(contract.listDataExports, ({ tx }) =>
  selectDataExports(tx, tx`created_at > now() - interval '30 days'`),
)

/** Row-level security shows each user their own. */
const selectDataExports = (tx: Tx, condition: PendingQuery<Row[]>) => tx<contract.DataExport[]>`
  select data_export_id, case when state = 'done' and expires_at <= now() then 'expired' else state end as state,
    json_build_object('done', done, 'total', total) as progress, file_bytes,
    state = 'done' and expires_at > now() as can_download, created_at, finished_at, expires_at, downloaded_at
  from data_exports where ${condition} order by data_export_id desc limit 10`
