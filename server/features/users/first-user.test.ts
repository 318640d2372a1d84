import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import { mailLimits } from '../../mail/mail-limit.ts'
import { startApp, type TestApp, testSecret, withApp } from '../../testing/app.ts'
import { humanToken } from '../../testing/human-token.ts'
import { signIn } from '../../testing/people.ts'
import { freePort } from '../../testing/sandbox.ts'
import { emptyDatabase } from '../../testing/test-database.ts'
import { makeFirstUser } from './first-user.ts'

const program = (file: string) => new URL(`../../../${file}`, import.meta.url).pathname

/** The whole way into a database that somebody has just created, with the programs themselves. */
describe('an empty database', () => {
  let database: Awaited<ReturnType<typeof emptyDatabase>>
  let home: string
  let env: Record<string, string | undefined>
  let server: ChildProcess
  let said = ''
  beforeAll(async () => {
    database = await emptyDatabase()
    home = await mkdtemp(join(tmpdir(), 'saldo-first-'))
    const port = await freePort()
    env = {
      ...{ PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: process.env.TMPDIR },
      ...{ PORT: String(port), SALDO_HOME: home, SALDO_SECRET: testSecret, DATABASE_URL: database.url },
      ...{ STRIPE_SECRET_KEY: 'sk_test_saldo', STRIPE_PUBLISHABLE_KEY: 'pk_test_saldo' },
      ...{ STRIPE_WEBHOOK_SECRET: 'whsec_test', STRIPE_API_BASE: 'http://127.0.0.1:9' },
    }
    server = spawn(process.execPath, [program('server/main.ts')], { env })
    for (const output of [server.stdout, server.stderr])
      output?.on('data', (chunk) => {
        said += chunk
      })
    await vi.waitFor(
      async () => expect((await fetch(`http://127.0.0.1:${port}/readyz`)).ok, said).toBe(true),
      {
        timeout: 60_000,
        interval: 100,
      },
    )
  })
  afterAll(async () => {
    const gone = once(server, 'exit')
    server.kill('SIGTERM')
    await gone
    await database.drop()
    await rm(home, { recursive: true, force: true })
  })

  const call = async (url: string, init: RequestInit = {}) => {
    const reply = await fetch(`http://127.0.0.1:${env.PORT}${url}`, init)
    return { status: reply.status, body: await reply.json().catch(() => undefined) }
  }
  const json = (body: object) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const firstUser = (...given: string[]) =>
    promisify(execFile)(process.execPath, [program('scripts/first-user.ts'), ...given], { env })

  it('is told by the start, in one sentence with the command', () => {
    const lines = said.split('\n').filter((line) => line.includes('first-user'))
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      {
        level: 40,
        msg: 'Nobody can sign in: the database has no user yet. Make the first one, of the back office: npm run first-user -- mail@example.it',
      },
    ])
  })

  it('gets its first user by the command: the link sets a password, and the password signs in', async () => {
    const { stdout } = await firstUser('ada+saldo@example.it')
    const token = /\n {2}http:\/\/localhost:\d+\/#\/auth\/invito\/([\w-]{43})\n/.exec(stdout)?.[1]
    expect(stdout).toContain('valid for 72 hours')
    expect(await call(`/v1/auth/recovery/${token}`)).toEqual({
      status: 200,
      body: { user_name: 'ada+saldo@example.it' },
    })
    const password = 'tre gatti e un cane'
    expect((await call(`/v1/auth/recovery/${token}`, json({ new_password: password }))).status).toBe(204)
    const signed = await call('/oauth/token', {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from('web:web').toString('base64')}`,
        'x-human-token': await humanToken(({ url }) => call(url)),
      },
      body: new URLSearchParams({ grant_type: 'password', username: 'ada+saldo@example.it', password }),
    })
    expect(signed.status).toBe(200)
    const me = await call('/v1/users/me', {
      headers: { authorization: `Bearer ${(signed.body as { access_token: string }).access_token}` },
    })
    expect(me.body).toMatchObject({
      ...{
        user_name: 'ada+saldo@example.it',
        nominative: 'ada+saldo',
        flag_super_user: true,
        state: 'active',
      },
      ...{ role: 'super_user', customer_id: null },
    })
  })

  it('has a line of it in the audit log', async () => {
    const sql = postgres(database.url, { max: 1, onnotice: () => {} })
    const lines = await sql`
      select act, label, actor, customer_id, after ->> 'user_name' as user_name, (after ->> 'flag_super_user')::boolean as super
      from audit_log where noun = 'users' and act = 'created'`
    await sql.end()
    expect(lines).toEqual([
      {
        ...{ act: 'created', label: 'ada+saldo', actor: 'Sistema', customer_id: null },
        ...{ user_name: 'ada+saldo@example.it', super: true },
      },
    ])
  })

  it('gets a second one only when asked for another', async () => {
    await expect(firstUser('lea@example.it')).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr:
        'The back office has a user already, who invites the next ones. To make another one here: npm run first-user -- lea@example.it --another\n',
    })
    expect((await firstUser('lea@example.it', '--another')).stdout).toContain('lea@example.it')
  })

  it.each([[[]], [['ada+saldo@example.it', 'lea@example.it']], [['ada+saldo@example.it', '--more']]])(
    'says how it is used when called with %j',
    async (given) => {
      await expect(firstUser(...given)).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^Whose e-mail address\? npm run first-user -- mail@example\.it/),
      })
    },
  )
})

describe('the first user', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp()
  })
  afterAll(() => app.close())

  it('gets a new link while they have no password; the one before stops working', async () => {
    const { services } = await withApp()
    const link = async () => (await makeFirstUser(services, { email: 'ada@example.it', another: false })).url
    const tokens = [await link(), await link()].map((url) => url.split('/').at(-1))
    expect(new Set(tokens).size).toBe(2)
    const [users] = await services.asSystem((tx) => tx`select count(*)::int from users`)
    expect(users?.count).toBe(1)
    const opens = async (token: string | undefined) =>
      (
        await services.asSystem(
          (tx) => tx`select expires_at - now() > interval '71 hours' as lasts from one_time_tokens
        where token_hash = sha256(${token ?? ''}::text::bytea)`,
        )
      )[0]
    expect(await opens(tokens[0])).toBeUndefined()
    expect(await opens(tokens[1])).toEqual({ lasts: true })
  })
  it('gets the same link by mail where there is a mail server', async () => {
    const { services } = await withApp({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } })
    const made = await makeFirstUser(services, { email: 'ada@example.it', another: false })
    expect(made.mail).toBe('queued')
    const mails = await services.asSystem((tx) => tx`select to_address, text from emails`)
    expect(mails).toEqual([{ to_address: 'ada@example.it', text: expect.stringContaining(made.url) }])
  })
  it('hears when the mail limit withheld the mail, and a mail whose link was replaced is not sent', async () => {
    const { services } = await withApp({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } })
    const made = async () => makeFirstUser(services, { email: 'ada@example.it', another: false })
    const mails: string[] = []
    for (let at = 0; at <= mailLimits.by_visitors.in_hour; at += 1) mails.push((await made()).mail)
    expect(mails.at(-1)).toBe('withheld')
    expect(new Set(mails.slice(0, -1))).toEqual(new Set(['queued']))
    const waiting = await services.asSystem(
      (tx) => tx`select text from emails where refused_at is null or text <> ''`,
    )
    expect(waiting).toEqual([])
    await runJobs(services)
    const tried = await services.asSystem((tx) => tx`select from emails where tries > 0`)
    expect(tried).toHaveLength(0)
  })
  it('is refused with an address that is none, or that is somebody’s user name', async () => {
    const { user_id } = await signIn(app.services, 'customer')
    await app.services.asSystem(
      (tx) => tx`update users set user_name = 'lea@example.it' where user_id = ${user_id}`,
    )
    const make = (email: string) => makeFirstUser(app.services, { email, another: true })
    await expect(make('ada')).rejects.toThrow('“ada” is no e-mail address.')
    await expect(make('LEA@example.it')).rejects.toThrow(
      /^LEA@example\.it is the user name of somebody already\. If they have lost their second step, .* npm run first-user -- LEA\+2@example\.it --another$/,
    )
    // The alias that it names is taken.
    expect(await make('LEA+2@example.it')).toMatchObject({ mail: 'no mail server' })
    expect(await runJobs(app.services)).toBe(0)
  })
})
