import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresAccount } from '../../scripts/postgres/postgres-account.ts'
import type { JobDefinitions } from '../jobs/jobs.ts'
import { createQueues, openQueue } from '../jobs/queue.ts'
import { type DatabaseServer, startDatabaseServer } from '../testing/database-server.ts'
import { addressOf } from './address.ts'
import { openSessions } from './connection.ts'
import { migrate } from './migrate.ts'

describe('the address of the database', () => {
  const url = 'postgres://saldo:segreta@db.example:5432/saldo'
  const refusal = (of: string) => {
    try {
      addressOf(of)
    } catch (error) {
      return (error as Error).message
    }
    return 'nothing was refused'
  }
  it('is not encrypted unless sslmode says so, and keeps its other parameters', () => {
    expect(addressOf(`${url}?application_name=x`)).toEqual({ url: `${url}?application_name=x`, ssl: false })
    expect(addressOf(`${url}?sslmode=disable`)).toEqual({ url, ssl: false })
  })
  it.each(['pa/ss', '12#ss', 'pa?ss', '12/ss', '12?ss', 'pa%ss', '%ff'])(
    'with a password that has %s as it is says how to write it, and not the password',
    (password) => {
      const said = refusal(`postgres://saldo:${password}@db.example:5432/saldo`)
      expect(said).toMatch(/^DATABASE_URL: is no address: .* # as %23, % as %25\.$/)
      expect(said).not.toContain(password)
    },
  )
  it.each(['postgres://saldo:x@db.example', 'postgres://saldo:x@db.example/?sslmode=require'])(
    '%s names no database',
    (of) => {
      expect(refusal(of)).toBe(
        'DATABASE_URL: names no database: postgres://name:password@host:5432/database.',
      )
    },
  )
  it.each([
    ['sslmode=prefer', 'sslmode=prefer is not known'],
    ['sslmode=allow', 'sslmode=allow is not known'],
    ['sslmode=no-verify', 'sslmode=no-verify is not known'],
    ['sslmode=', 'sslmode= is not known'],
    ['ssl=true', 'ssl is not known'],
    ['sslmode=require&sslcert=/x.pem', 'sslcert is not known'],
    ['sslmode=require&uselibpqcompat=true', 'uselibpqcompat is not known'],
    ['sslrootcert=/ca.pem', 'sslrootcert is of no use with sslmode=disable'],
    ['sslmode=require&sslrootcert=/ca.pem', 'sslrootcert is of no use with sslmode=require'],
    [
      'sslmode=verify-full&sslrootcert=/nowhere/ca.pem',
      'sslrootcert=/nowhere/ca.pem cannot be read (ENOENT)',
    ],
    ['sslmode=verify-full&sslrootcert=/etc/hostname', 'sslrootcert=/etc/hostname holds no certificate'],
  ])('with %s is refused, without a word of the password', (parameters, why) => {
    expect(refusal(`${url}?${parameters}`)).toContain(`DATABASE_URL: ${why}`)
    expect(refusal(`${url}?${parameters}`)).not.toContain('segreta')
  })
})

describe('a PostgreSQL with a certificate of a private authority', () => {
  let folder: string
  let server: DatabaseServer | undefined
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'saldo-tls-'))
    chmodSync(folder, 0o755)
    for (const name of ['ours', 'other']) makeAuthority(name)
    makeCertificate()
    server = await startDatabaseServer(undefined, {
      ssl: 'on',
      ssl_cert_file: join(folder, 'server.pem'),
      ssl_key_file: join(folder, 'server.key'),
    })
    await createQueues(at('localhost', 'sslmode=disable'), {} as JobDefinitions)
  })
  afterAll(async () => {
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  const makeAuthority = (name: string) =>
    openssl(
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
      ...['-subj', `/CN=${name}`, '-keyout', `${name}.key`, '-out', `${name}.pem`],
    )
  /** For the name localhost, and for no IP address. */
  function makeCertificate() {
    openssl(
      ...['req', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', '/CN=localhost'],
      ...['-addext', 'subjectAltName=DNS:localhost', '-keyout', 'server.key', '-out', 'server.csr'],
    )
    openssl(
      ...['x509', '-req', '-in', 'server.csr', '-CA', 'ours.pem', '-CAkey', 'ours.key', '-days', '2'],
      ...['-copy_extensions', 'copy', '-out', 'server.pem'],
    )
    const key = join(folder, 'server.key')
    chmodSync(key, 0o600)
    const { owner } = postgresAccount([key])
    if (owner) chownSync(key, owner.uid, owner.gid)
  }
  const at = (host: string, parameters: string) => {
    const url = new URL((server as DatabaseServer).url)
    url.hostname = host
    return `${url.href}?${parameters.replaceAll('CA', join(folder, 'ours.pem')).replaceAll('OTHER', join(folder, 'other.pem'))}`
  }

  /** Whether the connection of each driver is encrypted; or why there is none. */
  async function encrypted(url: string): Promise<{ postgres: unknown; pg: unknown }> {
    const why = (error: unknown) => (error as { code?: string }).code ?? String(error)
    const sql = openSessions(url, { max: 1 })
    const postgres = await sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`.then(
      ([row]) => row?.ssl,
      why,
    )
    await sql.end()
    const pg = await openQueue(url, {} as JobDefinitions, { schedules: false }).then(async ({ boss }) => {
      const { rows } = await boss
        .getDb()
        .executeSql('select ssl from pg_stat_ssl where pid = pg_backend_pid()', [])
      await boss.stop({ graceful: false })
      return rows[0].ssl as boolean
    }, why)
    return { postgres, pg }
  }

  it.each([
    ['localhost', 'sslmode=verify-full', /comes from an authority .* name its file: &sslrootcert=/],
    ['localhost', 'sslmode=verify-full&sslrootcert=OTHER', /comes from an authority/],
    [
      '127.0.0.1',
      'sslmode=verify-full&sslrootcert=CA',
      /is not for 127\.0\.0\.1\. Write a host that is in it/,
    ],
  ])('a start by %s with %s says what to write', async (host, parameters, says) => {
    await expect(migrate(at(host, parameters))).rejects.toThrow(says)
  })
  it.each([
    ['localhost', 'sslmode=disable', false],
    ['127.0.0.1', 'sslmode=require', true],
    ['127.0.0.1', 'sslmode=verify-ca&sslrootcert=CA', true],
    ['localhost', 'sslmode=verify-full&sslrootcert=CA', true],
    // The certificate is of another host.
    ['127.0.0.1', 'sslmode=verify-full&sslrootcert=CA', 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['localhost', 'sslmode=verify-full', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
    ['localhost', 'sslmode=verify-ca', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
    ['localhost', 'sslmode=verify-full&sslrootcert=OTHER', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ])('%s with %s is the same for both drivers: %s', async (host, parameters, is) => {
    expect(await encrypted(at(host, parameters))).toEqual({ postgres: is, pg: is })
  })
})
