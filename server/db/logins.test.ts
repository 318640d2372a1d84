import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cloneDatabase } from '../testing/test-database.ts'
import { connect, type Sql, type Tx } from './connection.ts'
import { type Logins, loginPassword, loginsOf } from './logins.ts'
import { migrate } from './migrate.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let logins: Logins
let requests: Sql
let jobs: Sql
beforeAll(async () => {
  database = await cloneDatabase()
  await migrate(database.url)
  logins = await loginsOf(database.url)
  requests = connect(logins.requests, { max: 1 })
  jobs = connect(logins.jobs, { max: 1 })
})
afterAll(async () => {
  await requests.end()
  await jobs.end()
  await database.drop()
})

/** Runs statements, and undoes what they did. */
async function undone<Found>(sql: Sql, work: (tx: Tx) => Promise<Found>): Promise<Found> {
  const tx = await sql.reserve()
  try {
    await tx`begin`
    return await work(tx)
  } finally {
    await tx`rollback`
    tx.release()
  }
}

const denied = { code: '42501' }
const actors = ['anonymous', 'link', 'consumer', 'customer', 'subuser', 'super'].map(
  (role) => `saldo_${role}`,
)

describe('the login of the requests', () => {
  it.each(actors)('becomes %s, and from there not the system', async (role) => {
    for (const statement of [
      `select enter('saldo_system', null, null, null)`,
      'set role saldo_system',
      'set session authorization saldo_system',
      `select set_config('role', 'saldo_system', true)`,
      'set role saldo_worker',
      'set role saldo',
    ])
      await expect(
        undone(requests, async (tx) => {
          await tx`select enter(${role}, 1, null, null)`
          await tx.unsafe(statement)
        }),
        statement,
      ).rejects.toMatchObject(denied)
  })

  it('makes nobody a super user, moves no person’s address and reads no mail, also as the back office', async () => {
    for (const statement of [
      'update users set flag_super_user = true',
      `insert into users (user_name, nominative, email, flag_super_user)
        values ('attaccante', 'Attaccante', 'attaccante@example.it', true)`,
      `update users set email = 'attaccante@example.it'`,
      'delete from users',
      'select text from emails',
      'select html from emails',
      `update emails set to_address = 'attaccante@example.it'`,
    ])
      await expect(
        undone(requests, async (tx) => {
          await tx`select enter('saldo_super', null, null, null)`
          await tx.unsafe(statement)
        }),
        statement,
      ).rejects.toMatchObject(denied)
  })

  it('has no actor who decides who is a super user, or where card money goes', async () => {
    for (const column of [
      'users.flag_super_user',
      'users.invited_by',
      'users.activated_at',
      'accounts.account_destination',
      'provider_accounts.account_destination',
      'provider_accounts.state',
    ])
      for (const role of actors) {
        const [table, name] = column.split('.') as [string, string]
        const [found] = await requests`
          select has_column_privilege(${role}::name, ${table}, ${name}, 'insert') as inserts,
            has_column_privilege(${role}::name, ${table}, ${name}, 'update') as updates`
        expect(found, `${role}: ${column}`).toEqual({ inserts: false, updates: false })
      }
  })

  it('has no actor who brings a removed user back', async () => {
    for (const role of ['saldo_super', 'saldo_customer'])
      await expect(
        undone(requests, async (tx) => {
          await tx`select enter('saldo_super', null, null, null)`
          const [office] =
            await tx`insert into customers (business_name) values ('Studio') returning customer_id`
          const [user] = await tx`
            insert into users (user_name, nominative, customer_id, state)
            values ('rimossa', 'Rimossa', ${office?.customer_id}, 'removed') returning user_id`
          await tx`select enter(${role}, ${office?.customer_id}, null, null)`
          await tx`update users set state = 'active' where user_id = ${user?.user_id}`
        }),
        role,
      ).rejects.toMatchObject({ code: '23514' })
  })

  it('does not become the system directly, nor give itself the right to', async () => {
    for (const statement of [
      `select enter('saldo_system', null, null, null)`,
      'set role saldo_system',
      'grant saldo_system to saldo_server',
      'alter role saldo_server createrole',
    ])
      await expect(
        undone(requests, (tx) => tx.unsafe(statement)),
        statement,
      ).rejects.toMatchObject(denied)
  })

  it('neither reads nor changes what waits in the queues, as no actor', async () => {
    for (const role of ['saldo_server', ...actors])
      for (const statement of [
        'select data from pgboss.job',
        'select data from pgboss.job_common',
        'select * from pgboss.schedule',
        `update pgboss.job_common set data = '{}'`,
        'delete from pgboss.job_common',
        'truncate pgboss.job_common',
        `insert into pgboss.job_common (name, data, state) values ('send-email', '{}', 'completed')`,
        `insert into pgboss.schedule (name, cron) values ('send-email', '* * * * *')`,
        `update pgboss.queue set retry_limit = 0`,
      ])
        await expect(
          undone(requests, async (tx) => {
            await tx`select set_config('role', ${role}, true)`
            await tx.unsafe(statement)
          }),
          `${role}: ${statement}`,
        ).rejects.toMatchObject(denied)
  })
})

describe('the login of the jobs', () => {
  it('becomes the system, and a customer or sub-user whose work it continues', async () => {
    for (const role of ['saldo_system', 'saldo_customer', 'saldo_subuser'])
      expect(
        await undone(jobs, async (tx) => {
          await tx`select enter(${role}, 1, null, null)`
          return (await tx`select current_user as role`)[0]
        }),
      ).toEqual({ role })
  })

  it('sees nothing before it becomes somebody, and becomes neither super user nor owner', async () => {
    await expect(jobs`select * from customers`).rejects.toMatchObject(denied)
    for (const role of ['saldo_super', 'saldo_link', 'saldo_server', 'saldo'])
      await expect(undone(jobs, (tx) => tx`select set_config('role', ${role}, true)`)).rejects.toMatchObject(
        denied,
      )
  })
})

describe('the owner', () => {
  it('has no session left once the database is migrated', async () => {
    const url = new URL(database.url)
    await migrate(database.url)
    const owner = postgres(database.url, { max: 1, onnotice: () => {} })
    const others = () => owner`
      select application_name, query from pg_stat_activity
      where datname = ${url.pathname.slice(1)} and usename = ${url.username} and pid <> pg_backend_pid()`
    // A closed session is listed until its backend has ended.
    await expect.poll(others, { timeout: 10_000 }).toEqual([])
    await owner.end()
  })

  it('needs a password, from which those of the logins follow', () => {
    expect(() => loginPassword('saldo_server', 'postgres://saldo@db.example/saldo')).toThrow(
      'DATABASE_URL: there is no password in it',
    )
    const url = 'postgres://saldo:segreta@db.example/saldo'
    expect(loginPassword('saldo_server', url)).not.toBe(loginPassword('saldo_worker', url))
  })
})
