import type { listSavedQueries, SavedQueryDetail } from '@saldo/contract/backoffice/queries'
import { type SecondPersonRefusal, secondPersonRefusals } from '@saldo/domain/platform/second-person'
import type { z } from 'zod'
import type { Tx } from '../../db/connection.ts'
import type { Listing } from '../../db/listing.ts'
import { containingWords, matchesAllWords } from '../../db/search.ts'
import { notFound } from '../../http/errors.ts'
import { isAuthor } from './authors.ts'

type Filters = Omit<z.output<typeof listSavedQueries.query>, 'sort' | 'limit' | 'cursor'>

const mayRun = (tx: Tx) => tx`(q.runnable_by is null or actor_user_id() = any (q.runnable_by))`
const approved = (tx: Tx) => tx`
  (select max(v.version) from saved_query_versions v where v.query_id = q.query_id and v.state = 'approved')`

export const savedQueries: Listing<Filters> = {
  select: (tx) => tx`
    q.query_id, q.name, q.description, q.tags, q.runnable_by, ${mayRun(tx)} as may_run, ${approved(tx)} as version,
    n.version as newest, n.state as newest_state,
    json_build_object('user_id', n.written_by, 'nominative', n.nominative) as written_by,
    q.archived_at, r.last_run_at, r.runs, q.updated_at`,
  from: (tx) => tx`
    saved_queries q
    cross join lateral (
      select v.version, v.state, v.written_by, u.nominative
      from saved_query_versions v join users u on u.user_id = v.written_by
      where v.query_id = q.query_id order by v.version desc limit 1) n
    cross join lateral (
      select count(*)::int as runs, max(r.started_at) as last_run_at from query_runs r where r.query_id = q.query_id) r`,
  id: (tx) => tx`q.query_id`,
  id_name: 'query_id',
  filters: {
    q: (tx, text) => matchesAllWords(tx, tx`q.folded`, containingWords(text)),
    ids: (tx, ids) => tx`q.query_id = any(${ids}::bigint[])`,
    newest_state: (tx, states) => tx`n.state = any(${states}::text[])`,
    tag: (tx, tag) => tx`q.tags @> array[lower(${tag})]`,
    runnable: (tx, runnable) =>
      tx`(${mayRun(tx)} and ${approved(tx)} is not null and q.archived_at is null) = ${runnable}`,
    archived: (tx, archived) => tx`(q.archived_at is not null) = ${archived}`,
  },
  sorts: {
    name: { sql: (tx) => tx`q.name`, type: 'text', name: 'name' },
    updated_at: { sql: (tx) => tx`q.updated_at`, type: 'timestamptz' },
  },
  default_sort: 'name',
}

/** A query with its hundred newest versions; 404 when there is none. */
export async function queryDetail(
  tx: Tx,
  user_id: number | null,
  query_id: number,
): Promise<SavedQueryDetail> {
  const [query] = await tx<SavedQueryDetail[]>`
    select ${savedQueries.select(tx)} from ${savedQueries.from(tx)} where q.query_id = ${query_id}`
  if (!query) throw notFound('L’interrogazione')
  const versions = await tx<SavedQueryDetail['versions']>`
    select v.version, v.text, v.parameters, v.chart, v.note, v.runnable_by, v.state, v.reason, v.decided_at, v.created_at,
      json_build_object('user_id', w.user_id, 'nominative', w.nominative) as written_by,
      case when d.user_id is not null then json_build_object('user_id', d.user_id, 'nominative', d.nominative) end as decided_by
    from saved_query_versions v
    join users w on w.user_id = v.written_by
    left join users d on d.user_id = v.decided_by
    where v.query_id = ${query_id} order by v.version desc limit 100`
  const is_author = user_id !== null && (await isAuthor(tx, user_id))
  return { ...query, versions, is_author, why_not_approve: await whyNotApprove(tx, user_id, query) }
}

/** Why the caller does not approve the newest version, as a sentence; null if they may, or nobody is asked to. */
async function whyNotApprove(
  tx: Tx,
  user_id: number | null,
  { newest_state, written_by }: SavedQueryDetail,
): Promise<string | null> {
  if (newest_state !== 'submitted') return null
  if (written_by.user_id === user_id) return ownVersion
  const [said] = await tx<{ refusal: SecondPersonRefusal | null }[]>`
    select second_person_refusal(${written_by.user_id}, ${user_id}) as refusal`
  return said?.refusal ? secondPersonRefusals[said.refusal] : null
}

export const ownVersion = 'L’hai scritta tu: la approva un altro autore.'
