import { parameterName, parameterTypes } from '@saldo/domain/queries/parameters'
import { z } from 'zod'
import { endpoint, file, Id, IdParams } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { anyOf, dayRange, listEndpoints } from '../list.ts'

declare module '../record-kinds.ts' {
  interface RecordKinds {
    query: true
    query_run: true
  }
}

/* Questions to the database, written in SQL by the back office. They run as a login that only reads, and of the columns only
   those that are no secret (migrations/0071-queries.sql). A run sees the rows of all customers, or of one. */

const superUser = ['super_user'] as const

/** draft: its author still writes it; submitted: another author may approve it; the newest approved version runs. */
export const queryVersionStates = ['draft', 'submitted', 'approved', 'rejected'] as const

const Text = z.string().trim().min(1, 'Scrivi l’interrogazione.').max(50_000, 'Al massimo 50.000 caratteri.')

const Parameter = z.object({
  name: z
    .string()
    .regex(parameterName, 'Solo lettere minuscole, cifre e _; comincia con una lettera.')
    // As a name in JSON it is refused, so the parameter could get no value.
    .refine((name) => name !== '__proto__', 'Questo nome non si può usare: scegline un altro.'),
  label: fields.text(80, 'Scrivi l’etichetta.'),
  type: z.enum(parameterTypes),
  required: z.boolean().default(true),
  options: z.array(z.string().min(1).max(200)).max(100).optional(),
})
const Parameters = z.array(Parameter).max(20).default([])

const Chart = z.object({
  kind: z.enum(['bar', 'line']),
  label: z.string().max(200).meta({ description: 'The column of the labels' }),
  values: z.array(z.string().max(200)).min(1).max(5).meta({ description: 'The columns of the figures' }),
})

const Person = z.object({ user_id: z.number(), nominative: z.string() })

export const SavedQuery = z
  .object({
    query_id: z.number(),
    name: z.string(),
    description: z.string(),
    tags: z.array(z.string()),
    runnable_by: z.array(z.number()).nullable().meta({
      description: 'The users who may run the approved version; null: every super user',
    }),
    may_run: z.boolean().meta({ description: 'The caller, once a version is approved' }),
    version: z.number().nullable().meta({ description: 'The approved one that runs' }),
    newest: z.number().meta({ description: 'The newest version' }),
    newest_state: z.enum(queryVersionStates),
    written_by: Person.meta({ description: 'Of the newest version' }),
    archived_at: fields.Instant.nullable(),
    last_run_at: fields.Instant.nullable(),
    runs: z.number(),
    updated_at: fields.Instant,
  })
  .meta({ id: 'SavedQuery' })
export type SavedQuery = z.infer<typeof SavedQuery>

export const {
  list: listSavedQueries,
  summarise: summariseSavedQueries,
  export: exportSavedQueries,
} = listEndpoints('queries', {
  records: 'Saved queries',
  record: 'query',
  allow: superUser,
  permission: null,
  scope: 'all_customers',
  row: SavedQuery,
  totals: z.object({ count: z.number(), to_decide: z.number() }),
  sorts: ['name', 'updated_at'],
  columns: ['name', 'description', 'tags', 'version', 'newest_state', 'runs', 'last_run_at', 'updated_at'],
  filters: {
    newest_state: anyOf(queryVersionStates),
    tag: z.string().max(40).optional(),
    runnable: z.stringbool().optional().meta({ description: 'Those that the caller may run' }),
    archived: z.stringbool().optional(),
  },
})

export const QueryVersion = z
  .object({
    version: z.number(),
    text: z.string(),
    parameters: Parameters,
    chart: Chart.nullable(),
    note: z.string(),
    runnable_by: z.array(z.number()).nullable().meta({
      description: 'The users who may run the query once this version is approved; null: every super user',
    }),
    state: z.enum(queryVersionStates),
    reason: z.string().nullable(),
    written_by: Person,
    decided_by: Person.nullable(),
    decided_at: fields.Instant.nullable(),
    created_at: fields.Instant,
  })
  .meta({ id: 'QueryVersion' })
export type QueryVersion = z.infer<typeof QueryVersion>

export const SavedQueryDetail = SavedQuery.extend({
  is_author: z.boolean().meta({ description: 'Whether the caller writes queries' }),
  why_not_approve: z
    .string()
    .nullable()
    .meta({ description: 'Why the caller cannot approve the newest version, which waits for it; else null' }),
  versions: z.array(QueryVersion).meta({ description: 'The newest first, at most 100' }),
}).meta({ id: 'SavedQueryDetail' })
export type SavedQueryDetail = z.infer<typeof SavedQueryDetail>

const noQuery = { 404: 'no such query' } as const
const decided = 'the version is not the newest, or was decided already, or the query is archived'

export const getSavedQuery = endpoint('GET /v1/queries/{id}', {
  summary: 'A saved query with its versions',
  allow: superUser,
  permission: null,
  scope: 'all_customers',
  params: IdParams('query'),
  reply: SavedQueryDetail,
  refuses: noQuery,
})

const written = {
  name: fields.text(120, 'Scrivi il nome.'),
  description: z.string().trim().max(2000).default(''),
  tags: z
    .array(z.string().trim().toLowerCase().min(1).max(40))
    .max(20)
    .default([])
    .transform((tags) => [...new Set(tags)]),
  runnable_by: z.array(Id('user')).max(200).nullable().default(null),
  text: Text,
  parameters: Parameters,
  chart: Chart.nullable().default(null),
  note: z.string().trim().max(500).default('').meta({ description: 'What is new in this version' }),
}

export const createSavedQuery = endpoint('PUT /v1/queries', {
  summary: 'Save a query; its first version is a draft',
  allow: superUser,
  permission: null,
  scope: 'all_customers',
  status: 201,
  body: z.object(written),
  reply: SavedQueryDetail,
  refuses: { 404: 'no such user', 409: 'another query has this name' },
})
export const changeSavedQuery = endpoint('POST /v1/queries', {
  summary:
    'Change a query: another text, other parameters, another chart or more people who may run it are another version, a ' +
    'draft; fewer people hold at once',
  allow: superUser,
  permission: null,
  scope: 'all_customers',
  body: z.object({
    query_id: Id('query'),
    ...written,
    newest: z.number().int().positive().meta({ description: 'The newest version when it was read' }),
  }),
  reply: SavedQueryDetail,
  refuses: {
    404: 'no such query or user',
    409: 'somebody wrote a version meanwhile, another query has this name, or it is archived',
  },
})
export const archiveSavedQuery = endpoint('DELETE /v1/queries/{id}', {
  summary: 'Archive a query: it can no longer run, and its history stays',
  allow: superUser,
  permission: null,
  scope: 'all_customers',
  params: IdParams('query'),
  status: 204,
  reply: z.undefined(),
  refuses: noQuery,
})

const Version = z.object({ version: z.number().int().positive() })
export const submitSavedQuery = endpoint('POST /v1/queries/{id}/submit', {
  summary: 'Ask another author to approve the newest version',
  allow: superUser,
  permission: null,
  scope: 'all_customers',
  params: IdParams('query'),
  body: Version,
  reply: SavedQueryDetail,
  refuses: { ...noQuery, 409: decided },
})
export const approveSavedQuery = endpoint('POST /v1/queries/{id}/approve', {
  summary: 'Approve the newest version, which another author wrote: it runs from now on',
  allow: superUser,
  permission: null,
  scope: 'all_customers',
  step_up: true,
  params: IdParams('query'),
  body: Version,
  reply: SavedQueryDetail,
  refuses: { ...noQuery, 409: `${decided}, or is the caller’s own` },
})
export const rejectSavedQuery = endpoint('POST /v1/queries/{id}/reject', {
  summary: 'Reject the newest version, with a reason for its author',
  allow: superUser,
  permission: null,
  scope: 'all_customers',
  params: IdParams('query'),
  body: Version.extend({ reason: fields.text(500, 'Scrivi il motivo.') }),
  reply: SavedQueryDetail,
  refuses: { ...noQuery, 409: `${decided}, or is the caller’s own` },
})

export const QueryAuthors = z
  .object({
    authors: z.array(Person),
    everybody: z.boolean().meta({ description: 'Nobody is named yet: every super user writes queries' }),
    people: z.array(Person).meta({ description: 'All super users' }),
    is_author: z.boolean(),
  })
  .meta({ id: 'QueryAuthors' })
export const getQueryAuthors = endpoint('GET /v1/query-authors', {
  summary: 'Who writes queries and runs what is not approved',
  allow: superUser,
  permission: null,
  scope: 'all_customers',
  reply: QueryAuthors,
})
export const setQueryAuthors = endpoint('PUT /v1/query-authors', {
  summary: 'Name who writes queries, at least two; nobody: every super user',
  allow: superUser,
  permission: null,
  scope: 'all_customers',
  step_up: true,
  body: z.object({ user_ids: z.array(Id('user')).max(200) }),
  reply: QueryAuthors,
  refuses: {
    400: 'one of them is not of the back office, there is only one, or the caller is not among them',
    404: 'no such user',
  },
})

export const QueryTable = z
  .object({
    name: z.string(),
    columns: z.array(z.object({ name: z.string(), type: z.string() })),
  })
  .meta({ id: 'QueryTable' })
export const listQueryTables = endpoint('GET /v1/queries/tables', {
  summary: 'What queries may read: tables with their columns, for completion',
  allow: superUser,
  permission: null,
  scope: 'all_customers',
  reply: z.object({ tables: z.array(QueryTable) }),
})

/** The most rows and bytes that a run returns, and how long it may take. */
export const queryLimits = { rows: 10_000, bytes: 32 * 1024 * 1024, seconds: 5 } as const

/**
 * The body of a run. `query_id` runs the approved version of a saved query; `text` runs a text, and only authors send one.
 * `values` has a text for each parameter, by its name: amounts in cents, days `yyyy-mm-dd`, `true` or `false`.
 */
const ToRun = z.object({
  query_id: Id('query').optional(),
  text: Text.optional(),
  parameters: Parameters,
  values: z.record(z.string().max(40), z.string().max(2000).nullable()).default({}),
  customer_id: Id('customer')
    .nullish()
    .meta({ description: 'Only this customer’s rows; without: those of all' }),
})

export const columnKinds = ['text', 'number', 'day', 'instant', 'boolean', 'json'] as const
export const QueryResult = z
  .object({
    run_id: z.number(),
    columns: z.array(z.object({ name: z.string(), type: z.string(), kind: z.enum(columnKinds) })),
    rows: z.array(z.array(z.string().nullable())).meta({ description: 'Values as PostgreSQL writes them' }),
    is_cut: z.boolean().meta({ description: 'There were more rows than a run returns' }),
    milliseconds: z.number(),
    customer_id: z
      .number()
      .nullable()
      .meta({ description: 'Whose rows alone were seen; null: those of all' }),
  })
  .meta({ id: 'QueryResult' })
export type QueryResult = z.infer<typeof QueryResult>

const runRefuses = {
  404: 'no such query, or not for the caller',
  409: 'no approved version, or a login of the database that may do too much',
  422: 'PostgreSQL refuses it, or it takes too long or returns too much',
  503: 'all connections for queries are in use',
} as const

export const runQuery = endpoint('POST /v1/query-runs', {
  summary: 'Run a query; a client that leaves cancels it',
  allow: superUser,
  permission: null,
  scope: 'all_customers',
  status: 201,
  body: ToRun,
  reply: QueryResult,
  refuses: runRefuses,
})
export const planQuery = endpoint('POST /v1/query-runs/plan', {
  summary: 'How PostgreSQL would run a query, without running it',
  allow: superUser,
  permission: null,
  scope: 'all_customers',
  status: 201,
  body: ToRun,
  reply: z.object({ run_id: z.number(), lines: z.array(z.string()), cost: z.number(), rows: z.number() }),
  refuses: runRefuses,
})
export const exportQuery = endpoint('POST /v1/query-runs/file', {
  summary: 'Run a query and answer with a file',
  allow: superUser,
  permission: null,
  scope: 'all_customers',
  step_up: true,
  heavy: 'export',
  body: ToRun.extend({ format: z.enum(['csv', 'xlsx']).default('csv') }),
  reply: file('text/csv'),
  refuses: runRefuses,
})

export const queryRunStates = ['running', 'done', 'failed', 'timed_out', 'cancelled', 'too_large'] as const
export const queryRunKinds = ['run', 'plan', 'export'] as const
export const QueryRun = z
  .object({
    run_id: z.number(),
    query_id: z.number().nullable(),
    query_name: z.string().nullable(),
    version: z.number().nullable(),
    text: z.string(),
    kind: z.enum(queryRunKinds),
    state: z.enum(queryRunStates),
    failure_code: z.string().nullable().meta({ description: 'PostgreSQL’s code' }),
    rows: z.number().nullable(),
    is_cut: z.boolean(),
    milliseconds: z.number().nullable(),
    customer_id: z.number().nullable(),
    customer_name: z.string().nullable(),
    user_id: z.number(),
    nominative: z.string(),
    started_at: fields.Instant,
  })
  .meta({ id: 'QueryRun' })
export type QueryRun = z.infer<typeof QueryRun>

export const {
  list: listQueryRuns,
  summarise: summariseQueryRuns,
  export: exportQueryRuns,
} = listEndpoints('query-runs', {
  records: 'Runs of queries, of everybody',
  record: 'query_run',
  allow: superUser,
  permission: null,
  scope: 'all_customers',
  row: QueryRun,
  totals: z.object({ count: z.number() }),
  sorts: ['started_at', 'milliseconds'],
  columns: [
    'started_at',
    'nominative',
    'query_name',
    'version',
    'text',
    'kind',
    'state',
    'rows',
    'milliseconds',
    'customer_name',
  ],
  filters: {
    state: anyOf(queryRunStates),
    kind: anyOf(queryRunKinds),
    query_id: Id('query').optional(),
    user_id: Id('user').optional(),
    ...dayRange('started_at'),
  },
})
