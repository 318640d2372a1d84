import * as contract from '@saldo/contract/operations/failed-jobs'
import { formatDateTime } from '@saldo/domain/dates'
import { failedJobWords } from '@saldo/domain/operations/failed-jobs'
import { jobName, jobsNamed } from '@saldo/domain/operations/job-names'
import type { Row } from 'postgres'
import type { z } from 'zod'
import type { Tx } from '../../../db/connection.ts'
import { type Listing, summaryOf } from '../../../db/listing.ts'
import { containingWords, matchesAllWords } from '../../../db/search.ts'
import { exportReply, type ListColumn } from '../../../exports/export-reply.ts'
import { serve, serveAcross, serveList } from '../../../http/serve.ts'

type Filters = z.output<typeof contract.summariseFailedJobs.query>

/** The ids in a job's data, as the log names them. The rest may be somebody's address or tax code. */
const ids = (tx: Tx) => tx`
  coalesce((select string_agg(d.key || ' ' || d.value, ', ' order by d.key) from jsonb_each(f.data) d
    where d.key like '%\\_id' and jsonb_typeof(d.value) = 'number'), '')`

export const failedJobColumns = (tx: Tx) => tx`
  f.failed_job_id, f.name, ${ids(tx)} as ids, concat_ws(' ', coalesce(f.error ->> 'type', 'Error'), f.error ->> 'code') as error_type,
  f.tries, f.created_at, f.failed_at, f.state`

const failedJobs: Listing<Filters> = {
  select: failedJobColumns,
  from: (tx) => tx`failed_jobs f`,
  id: (tx) => tx`f.failed_job_id`,
  id_name: 'failed_job_id',
  filters: {
    // By the name in the source or the Italian one.
    q: (tx, text) =>
      tx`(${matchesAllWords(tx, tx`f.folded`, containingWords(text))} or f.name = any(${jobsNamed(text)}))`,
    ids: (tx, wanted) => tx`f.failed_job_id = any(${wanted}::bigint[])`,
    state: (tx, states) => tx`f.state in ${tx(states)}`,
    name: (tx, name) => tx`f.name = ${name}`,
    failed_at_from: (tx, day) => tx`f.failed_at >= ${day}::date::timestamp at time zone 'Europe/Rome'`,
    failed_at_to: (tx, day) => tx`f.failed_at < (${day}::date + 1)::timestamp at time zone 'Europe/Rome'`,
  },
  sorts: {
    failed_at: { sql: (tx) => tx`f.failed_at`, type: 'timestamptz' },
    name: { sql: (tx) => tx`f.name`, type: 'text' },
  },
  default_sort: '-failed_at',
}

export const listFailedJobs = serveList(contract.listFailedJobs, failedJobs)

export const summariseFailedJobs = serve(contract.summariseFailedJobs, async ({ tx, query }) => {
  const { count } = await summaryOf(tx, failedJobs, query, (of) => of`count(*) as count`)
  return { count }
})

const time = (name: string) => (row: Row) => row[name] && formatDateTime(row[name] as string)
const columns: Record<string, ListColumn> = {
  name: { header: 'Lavoro', kind: 'text', value: ({ name }) => jobName(name) },
  ids: { header: 'Su che cosa', kind: 'text' },
  error_type: { header: 'Errore', kind: 'text' },
  tries: { header: 'Tentativi', kind: 'text', value: ({ tries }) => String(tries) },
  created_at: { header: 'Creato il', kind: 'text', value: time('created_at') },
  failed_at: { header: 'Fallito il', kind: 'text', value: time('failed_at') },
  state: {
    header: 'Stato',
    kind: 'text',
    value: ({ state }) => failedJobWords[state as keyof typeof failedJobWords],
  },
}
export const exportFailedJobs = serveAcross(contract.exportFailedJobs, ({ as, services, query }) =>
  exportReply({ as, services, listing: failedJobs, query, columns, name: 'lavori-falliti' }),
)
