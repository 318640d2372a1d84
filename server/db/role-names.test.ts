import { randomBytes } from 'node:crypto'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { cloneDatabase, emptyDatabase } from '../testing/test-database.ts'
import { connect, openSessions } from './connection.ts'
import { loginsOf } from './logins.ts'
import { migrate } from './migrate.ts'
import { hashedPrefix, prefixFor, withRolesOf } from './role-names.ts'

describe('the prefix of the roles', () => {
  it('is the name of the database, when that is a plain identifier', () => {
    expect(prefixFor('saldo')).toBe('saldo')
    expect(prefixFor('condomini_2026')).toBe('condomini_2026')
  })
  it.each([
    'Saldo',
    'saldo-2',
    'saldo.2',
    'pg_saldo',
    '2saldo',
    'società',
    '"; drop role saldo; --',
    'x'.repeat(63),
  ])('is a plain one with a hash for %s, short enough for every role', (name) => {
    expect(prefixFor(name)).toMatch(/^(?!pg_)[a-z][a-z0-9_]*_[0-9a-f]{8}$/)
    expect(`${prefixFor(name)}_anonymous`.length).toBeLessThanOrEqual(63)
  })
  it('never is the same for two names', () => {
    const names = [
      'saldo-2',
      'saldo.2',
      'saldo_2',
      'Saldo_2',
      'SALDO_2',
      `${'x'.repeat(62)}a`,
      `${'x'.repeat(62)}b`,
    ]
    expect(new Set(names.map(prefixFor)).size).toBe(names.length)
    expect(hashedPrefix('saldo')).not.toBe(prefixFor('saldo'))
  })
  it('takes the place of saldo_ in the names of roles, and nowhere else', () => {
    expect(
      withRolesOf(
        'uno',
        "grant saldo_system to saldo_server; notify saldo_live; 'saldo.user_id' unsaldo_link",
      ),
    ).toBe("grant uno_system to uno_server; notify saldo_live; 'saldo.user_id' unsaldo_link")
  })
})

const nameOf = (url: string) => new URL(url).pathname.slice(1)

/** An empty database of an owner of its own, who is no superuser. */
async function databaseOfAnother(): Promise<string> {
  const name = `other_${randomBytes(4).toString('hex')}`
  const first = openSessions(inject('postgresUrl'), { max: 1 })
  await first.unsafe(`create role ${name} login createrole createdb password 'un''altra'`)
  await first.end()
  const url = new URL(inject('postgresUrl'))
  Object.assign(url, { username: name, password: "un'altra" })
  const owner = openSessions(url.href, { max: 1 })
  await owner.unsafe(`create database ${name} template template0`)
  onTestFinished(async () => {
    await owner.unsafe(`drop database ${name}`)
    await owner.end()
  })
  url.pathname = name
  return url.href
}

describe('two databases of one PostgreSQL', () => {
  it.each(['the same owner', 'another owner'])(
    'have roles of their own, with %s',
    async (of) => {
      const one = await emptyDatabase()
      onTestFinished(one.drop)
      const other = of === 'another owner' ? { url: await databaseOfAnother() } : await emptyDatabase()
      if ('drop' in other) onTestFinished(other.drop as () => Promise<void>)
      for (const { url } of [one, other]) await migrate(url)
      for (const [here, there] of [
        [one.url, other.url],
        [other.url, one.url],
      ] as const) {
        const logins = await loginsOf(here)
        expect(new URL(logins.requests).username).toBe(`${nameOf(here)}_server`)
        for (const login of [logins.requests, logins.jobs]) {
          const url = new URL(login)
          url.pathname = nameOf(there)
          const stranger = connect(url.href, { max: 1 })
          await expect(stranger`select 1`).rejects.toMatchObject({ code: '42501' })
          await stranger.end()
        }
        const jobs = connect(logins.jobs, { max: 1 })
        const roles = await jobs.begin(async (tx) => {
          await tx`select enter('saldo_system', null, null, null)`
          return await tx`select current_user as role, (select count(*)::int from customers) as customers`
        })
        expect([...roles]).toEqual([{ role: `${nameOf(here)}_system`, customers: 0 }])
        await jobs.end()
        expect(await migrate(here)).toEqual([])
      }
    },
    120_000,
  )

  it('a copy under another name keeps the roles of the first, and works', async () => {
    const copy = await cloneDatabase()
    onTestFinished(copy.drop)
    await migrate(copy.url)
    const { requests } = await loginsOf(copy.url)
    expect(new URL(requests).username).toBe('saldo_server')
    const sql = connect(requests, { max: 1 })
    expect([...(await sql`select current_user as role`)]).toEqual([{ role: 'saldo_server' }])
    await sql.end()
  })

  it('a copy whose roles are missing is refused, with what to restore', async () => {
    const copy = await cloneDatabase()
    onTestFinished(copy.drop)
    const owner = openSessions(copy.url, { max: 1 })
    await owner`update migrations set role_prefix = 'altrove'`
    await owner.end()
    await expect(migrate(copy.url)).rejects.toThrow(
      /^This PostgreSQL lacks roles that the database needs: altrove_server, .*restore them first \(pg_dumpall --roles-only\)/,
    )
  })
})
