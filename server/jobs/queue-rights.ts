import type postgres from 'postgres'

/** What a statement of pg-boss that adds jobs writes: see `insertJobs` in its plans. */
const written = [
  ...[
    'id',
    'name',
    'data',
    'priority',
    'start_after',
    'created_on',
    'singleton_key',
    'singleton_on',
    'group_id',
  ],
  ...['group_tier', 'expire_seconds', 'deletion_seconds', 'keep_until', 'retry_limit', 'retry_delay'],
  ...[
    'retry_backoff',
    'retry_delay_max',
    'policy',
    'dead_letter',
    'heartbeat_seconds',
    'blocked',
    'blocking',
  ],
  ...['pending_dependencies', 'trace_context'],
]
/** What it reads back. */
const returned = ['id', 'start_after']

/**
 * Lets the actors add jobs in their transactions, and only that: no actor reads what others have queued, changes it or
 * takes it back. The login of the jobs does the rest; that of the requests has no right of its own. `sql` is the owner's.
 */
export async function grantQueues(sql: postgres.Sql, prefix: string): Promise<void> {
  const actors = ['link', 'consumer', 'customer', 'super', 'system']
    .map((role) => `${prefix}_${role}`)
    .join(', ')
  const worker = `${prefix}_worker`
  const tables = await sql<{ name: string }[]>`
    select c.oid::regclass::text as name from pg_class c
    where c.oid = 'pgboss.job'::regclass or c.oid in (select inhrelid from pg_inherits where inhparent = 'pgboss.job'::regclass)`
  const jobs = tables.map(({ name }) => name).join(', ')
  // In one transaction: the servers that run meanwhile keep what they need.
  await sql.begin((tx) =>
    tx.unsafe(`
      revoke all on all tables in schema pgboss from ${prefix}_server, ${actors};
      revoke all on all functions in schema pgboss from ${prefix}_server;
      revoke all on schema pgboss from ${prefix}_server;
      grant usage on schema pgboss to ${worker}, ${actors};
      grant select, insert, update, delete on all tables in schema pgboss to ${worker};
      grant execute on all functions in schema pgboss to ${worker};
      grant select on pgboss.queue to ${actors};
      grant insert (${written.join(', ')}), select (${returned.join(', ')}) on ${jobs} to ${actors};`),
  )
}
