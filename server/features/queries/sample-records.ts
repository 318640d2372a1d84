import type { InsertSamples } from '../../testing/records.ts'

export const insertSamples: InsertSamples<'query' | 'query_run'> = async (tx, { mark, bill_id }) => {
  const [query] = await tx`
    insert into saved_queries (name, created_by) select ${`${mark} interrogazione ${bill_id}`}, min(user_id) from users
    returning query_id, created_by`
  await tx`
    insert into saved_query_versions (query_id, version, text, written_by)
    values (${query?.query_id}, 1, 'select 1', ${query?.created_by})`
  const [run] = await tx`
    insert into query_runs (query_id, version, text, user_id, kind, state, backend_pid, ended_at)
    values (${query?.query_id}, 1, 'select 1', ${query?.created_by}, 'run', 'done', ${bill_id}, now()) returning run_id`
  return { query: query?.query_id as number, query_run: run?.run_id as number }
}
