import type { listQueryRuns } from '@saldo/contract/backoffice/queries'
import type { z } from 'zod'
import type { Listing } from '../../db/listing.ts'
import { containingWords, matchesAllWords } from '../../db/search.ts'

type Filters = Omit<z.output<typeof listQueryRuns.query>, 'sort' | 'limit' | 'cursor'>

export const queryRuns: Listing<Filters> = {
  select: (tx) => tx`
    r.run_id, r.query_id, q.name as query_name, r.version, r.text, r.kind, r.state, r.failure_code, r.rows, r.is_cut,
    r.milliseconds, r.customer_id, c.business_name as customer_name, r.user_id, u.nominative, r.started_at`,
  from: (tx) => tx`
    query_runs r
    join users u on u.user_id = r.user_id
    left join saved_queries q on q.query_id = r.query_id
    left join customers c on c.customer_id = r.customer_id`,
  id: (tx) => tx`r.run_id`,
  id_name: 'run_id',
  filters: {
    q: (tx, text) => matchesAllWords(tx, tx`r.folded`, containingWords(text)),
    ids: (tx, ids) => tx`r.run_id = any(${ids}::bigint[])`,
    state: (tx, states) => tx`r.state = any(${states}::text[])`,
    kind: (tx, kinds) => tx`r.kind = any(${kinds}::text[])`,
    query_id: (tx, query_id) => tx`r.query_id = ${query_id}`,
    user_id: (tx, user_id) => tx`r.user_id = ${user_id}`,
    started_at_from: (tx, day) => tx`r.started_at >= ${day}::date::timestamp at time zone 'Europe/Rome'`,
    started_at_to: (tx, day) => tx`r.started_at < (${day}::date + 1)::timestamp at time zone 'Europe/Rome'`,
  },
  sorts: {
    started_at: { sql: (tx) => tx`r.started_at`, type: 'timestamptz' },
    milliseconds: { sql: (tx) => tx`coalesce(r.milliseconds, 0)`, type: 'bigint' },
  },
  default_sort: '-started_at',
}
