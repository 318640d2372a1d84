import { createServer, type Server } from 'node:net'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { emptyDatabase } from '../testing/test-database.ts'
import { DatabaseFault, databaseFault } from './database-fault.ts'
import { migrate } from './migrate.ts'

const secret = 'chiave-di-casa'
let database: Awaited<ReturnType<typeof emptyDatabase>>
/** Answers the request for TLS with no, and then what a PostgreSQL without TLS says to anything else: nothing. */
let plain: Server
beforeAll(async () => {
  database = await emptyDatabase()
  plain = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.write('N', () => socket.once('data', () => socket.destroy())))
  })
  await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  plain.close()
  await database.drop()
})

type Change = (url: URL) => void
const portOf = (server: Server) => String((server.address() as { port: number }).port)

it.each<[string, Change, RegExp]>([
  [
    'a wrong password',
    (url) => {
      url.password = secret
    },
    /refuses the password of saldo, or has no such user\. In the address write @ in a password as %40/,
  ],
  [
    'an unknown user',
    (url) => {
      url.username = 'nessuno'
    },
    /refuses the password of nessuno, or has no such user/,
  ],
  [
    'a database that does not exist',
    (url) => {
      url.pathname = '/Saldo-2'
    },
    /there is no database Saldo-2 at .* create database "Saldo-2" owner saldo template template0 encoding 'UTF8';$/,
  ],
  [
    'a port where nothing listens',
    (url) => {
      url.port = '1'
    },
    /nothing answers at 127\.0\.0\.1:1\. Is PostgreSQL running there/,
  ],
  [
    'a host that does not exist',
    (url) => {
      url.hostname = 'db.invalid'
    },
    /the host db\.invalid is not known/,
  ],
  [
    'a PostgreSQL that speaks no TLS',
    (url) => {
      url.port = portOf(plain)
      url.search = '?sslmode=require'
    },
    /closed the connection\. .* does it speak TLS \(ssl = on\)/,
  ],
  [
    'no database in the address',
    (url) => {
      url.pathname = '/'
    },
    /names no database: postgres:\/\/name:password@host:5432\/database/,
  ],
  [
    'no password in the address',
    (url) => {
      url.password = ''
    },
    /there is no password in it/,
  ],
])('%s is told in one sentence, which does not name the password', async (_, change, says) => {
  const url = new URL(database.url)
  change(url)
  const error = (await migrate(url.href).catch((error: unknown) => error)) as Error
  expect(error.message).toMatch(/^DATABASE_URL: [^\n]+$/)
  expect(error.message).toMatch(says)
  for (const password of [secret, new URL(database.url).password])
    expect(error.message).not.toContain(password)
})

it.each([
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /&sslrootcert=\/path\/ca\.pem/],
  ['SELF_SIGNED_CERT_IN_CHAIN', /&sslrootcert=\/path\/ca\.pem/],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', /&sslrootcert=\/path\/ca\.pem/],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', /&sslrootcert=\/path\/ca\.pem/],
  [
    'ERR_TLS_CERT_ALTNAME_INVALID',
    /is not for db\.example\. Write a host that is in it, or sslmode=verify-ca/,
  ],
  ['CERT_HAS_EXPIRED', /db\.example:6543 has expired/],
  ['EAI_AGAIN', /the host db\.example is not known/],
  ['CONNECT_TIMEOUT', /db\.example:6543 cannot be reached/],
  ['EHOSTUNREACH', /db\.example:6543 cannot be reached/],
  ['28000', /does not let Saldo in: what was said\. Check pg_hba\.conf/],
  ['42501', /what was said\)\. Let saldo own the database: alter database "Conti 1" owner to saldo;/],
  ['53300', /has no connection left/],
  ['57P03', /is not ready \(what was said\)/],
])('the fault %s says what to do', (code, says) => {
  const given = Object.assign(new Error('what was said'), { code })
  const fault = databaseFault(given, `postgres://saldo:${secret}@db.example:6543/Conti%201`) as Error
  expect(fault).toBeInstanceOf(DatabaseFault)
  expect(fault.message).toMatch(/^DATABASE_URL: [^\n]+$/)
  expect(fault.message).toMatch(says)
  expect(fault.message).not.toContain(secret)
  expect(fault.message).not.toContain('use-system-ca')
  expect(fault.cause).toBe(given)
})

it('leaves another error as it is', () => {
  for (const given of [new Error('another'), Object.assign(new Error('x'), { code: '23505' }), null, 'text'])
    expect(databaseFault(given, database.url)).toBe(given)
})

const { user, password } = { user: 'senza_ruoli', password: 'piccola-chiave' }

it('an owner without createrole, or that owns nothing, is told before the first migration', async () => {
  const sql = postgres(database.url, { max: 1, onnotice: () => {} })
  const own = new URL(database.url)
  own.username = `${user}_${own.pathname.slice(6)}`
  own.password = password
  await sql.unsafe(`create role ${own.username} login password '${password}'`)
  const refusal = () => migrate(own.href).catch((error: Error) => error.message)
  try {
    expect(await refusal()).toMatch(
      /^DATABASE_URL: senza_ruoli_\w+ may not create roles, .* alter role senza_ruoli_\w+ createrole;$/,
    )
    await sql.unsafe(`alter role ${own.username} createrole`)
    expect(await refusal()).toMatch(
      /^DATABASE_URL: senza_ruoli_\w+ does not own the database test_\w+\. .* alter database test_\w+ owner to senza_ruoli_\w+;$/,
    )
    await sql.unsafe(`grant create on database ${own.pathname.slice(1)} to ${own.username}`)
    expect(await refusal()).toMatch(
      /^DATABASE_URL: senza_ruoli_\w+ does not own the schema public of .* alter schema public owner to senza_ruoli_\w+;$/,
    )
    expect(await sql`select from pg_tables where schemaname = 'public'`).toHaveLength(0)
  } finally {
    await sql.unsafe(`revoke create on database ${own.pathname.slice(1)} from ${own.username}`)
    await sql.unsafe(`drop role ${own.username}`)
    await sql.end()
  }
})

it('a database of another encoding is refused before the first migration, with the statement that makes the right one', async () => {
  const name = `latino_${database.url.slice(-6)}`
  const sql = postgres(database.url, { max: 1, onnotice: () => {} })
  await sql.unsafe(
    `create database ${name} template template0 encoding 'LATIN1' locale_provider libc locale 'C'`,
  )
  const url = new URL(database.url)
  url.pathname = `/${name}`
  try {
    await expect(migrate(url.href)).rejects.toThrow(
      `DATABASE_URL: the encoding of the database ${name} is LATIN1, and must be UTF8. Drop it and make it anew: create database ${name} owner saldo template template0 encoding 'UTF8';`,
    )
    const there = postgres(url.href, { max: 1 })
    expect(await there`select from pg_tables where schemaname = 'public'`).toHaveLength(0)
    await there.end()
  } finally {
    await sql.unsafe(`drop database ${name} with (force)`)
    await sql.end()
  }
})
