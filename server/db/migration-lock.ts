import { setTimeout as sleep } from 'node:timers/promises'
import type postgres from 'postgres'

/** How long to wait for another migration, in milliseconds, and where to say so. */
export type Patience = { most_ms: number; say: (line: string) => void }

/** A server that another one keeps waiting starts late, but a large migration may take minutes. */
export const patience: Patience = { most_ms: 300_000, say: (line) => console.log(line) }

const again_ms = 500
const said_every_ms = 30_000

/**
 * Takes the lock that only one migrator of a database has at a time; it lasts as long as the session of `sql`, which has
 * one connection. While another has it, says whom it waits for. @throws after `most_ms`, naming the session that has it.
 */
export async function takeMigrationLock(sql: postgres.Sql, { most_ms, say }: Patience): Promise<void> {
  await endWithClient(sql)
  const since = performance.now()
  for (let said = -said_every_ms; ; await sleep(again_ms)) {
    const [{ taken } = { taken: false }] = await sql<{ taken: boolean }[]>`
      select pg_try_advisory_lock(hashtext('saldo.migrate')) as taken`
    if (taken) return
    const waited = performance.now() - since
    if (waited >= most_ms) throw new Error(givenUp(most_ms, await holderOf(sql)))
    if (waited - said < said_every_ms) continue
    say(`Waiting until another server has migrated this database: ${inWords(await holderOf(sql))}.`)
    said = waited
  }
}

/**
 * Lets PostgreSQL end this session soon after its client is gone, also in the middle of a statement: else the lock of a
 * killed migrator would last as long as its statement, and that of a lost machine for hours.
 */
async function endWithClient(sql: postgres.Sql): Promise<void> {
  const settings = {
    client_connection_check_interval: '2s',
    tcp_keepalives_idle: '15',
    tcp_keepalives_interval: '5',
    tcp_keepalives_count: '3',
  }
  // Some operating systems lack one of them.
  for (const [name, value] of Object.entries(settings))
    await sql`select set_config(${name}, ${value}, false)`.catch(() => {})
}

type Holder = { pid: number; application_name: string; address: string; since: string; state: string }

async function holderOf(sql: postgres.Sql): Promise<Holder | undefined> {
  const [holder] = await sql<Holder[]>`
    select a.pid, a.application_name, coalesce(host(a.client_addr), 'the same machine') as address,
      to_char(a.backend_start at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') || ' UTC' as since,
      coalesce(a.state, 'unknown') as state
    from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'advisory' and l.granted and l.objsubid = 1
      and l.database = (select oid from pg_database where datname = current_database())
      and ((l.classid::bigint << 32) | l.objid::bigint) = hashtext('saldo.migrate')::bigint`
  return holder
}

const inWords = (holder: Holder | undefined) =>
  holder
    ? `session ${holder.pid} (${holder.application_name || 'without a name'}) from ${holder.address}, since ${holder.since}, ${holder.state}`
    : 'a session that has just ended'

const givenUp = (most_ms: number, holder: Holder | undefined) =>
  `Another session has kept the migration lock of this database for longer than ${Math.round(most_ms / 1000)} seconds: ` +
  `${inWords(holder)}. If no server is migrating, end it in PostgreSQL${
    holder ? `: select pg_terminate_backend(${holder.pid})` : ''
  }; then start again.`
