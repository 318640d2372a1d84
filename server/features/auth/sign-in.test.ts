import { verify } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { hashPassword } from '../../identity/hash-password.ts'
import { freeAttempts, waitAfter } from '../../identity/login-throttle.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { humanToken } from '../../testing/human-token.ts'
import { makeCustomer } from '../../testing/people.ts'

vi.mock('@node-rs/argon2', async (original) => {
  const argon2 = await original<typeof import('@node-rs/argon2')>()
  return { ...argon2, verify: vi.fn(argon2.verify) }
})

const basic = (client: string) => `Basic ${Buffer.from(client).toString('base64')}`
const form = 'application/x-www-form-urlencoded'
const tokenRequest = { method: 'POST', url: '/oauth/token' } as const

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

let serial = 0

/** A consumer with the password "chiave di casa", at their own address. */
async function withLucia() {
  serial += 1
  const name = `Lucia${serial}`
  const home = `198.51.100.${serial}`
  const password_hash = await hashPassword('chiave di casa')
  const user_id = await app.services.asSystem(async (tx) => {
    const [user] = await tx`
      insert into users (user_name, nominative) values (${name}, 'Lucia Rossi') returning user_id`
    await tx`insert into credentials (user_id, password_hash) values (${user?.user_id}, ${password_hash})`
    return user?.user_id as number
  })
  const post = (fields: Record<string, string>, headers: Record<string, string> = {}, address = home) =>
    app.call({
      ...tokenRequest,
      headers: { authorization: basic('web:web'), 'content-type': form, ...headers },
      body: new URLSearchParams(fields).toString(),
      remoteAddress: address,
    })
  const grant = (username: string, password: string) => ({
    grant_type: 'password',
    username,
    password,
    b2c: '0',
  })
  const signIn = async (username: string, password: string, address = home) =>
    post(grant(username, password), { 'x-human-token': await humanToken(app.call) }, address)
  return { name, user_id, post, grant, signIn }
}

describe('200', () => {
  it('returns tokens that open what the user may see', async () => {
    const { name, signIn } = await withLucia()
    const { status, body, headers } = await signIn(name, 'chiave di casa')
    expect(status).toBe(200)
    expect(body).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
      token_type: 'Bearer',
      expires_in: 600,
    })
    expect(headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' })
    const { access_token } = body as { access_token: string }
    const me = await app.call({ url: '/v1/users/me', headers: { authorization: `Bearer ${access_token}` } })
    expect(me.body).toMatchObject({ user_name: name, role: 'consumer' })
  })
  it('stores no token and no password in plain text', async () => {
    const { name, signIn } = await withLucia()
    const { access_token, refresh_token } = (await signIn(name, 'chiave di casa')).body as Record<
      string,
      string
    >
    const kept = await app.services.asSystem(
      (tx) => tx`
        select t::text as row from access_tokens t union all select t::text from refresh_tokens t
        union all select t::text from sessions t union all select t::text from credentials t`,
    )
    const text = kept.map(({ row }) => row).join('\n')
    expect(text).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
    for (const secret of [access_token, refresh_token, 'chiave di casa'])
      for (const written of [secret, Buffer.from(`${secret}`).toString('hex')])
        expect(text).not.toContain(written)
  })
  it('ignores the case of the name and the form of its accents, and treats b2c=1 like b2c=0', async () => {
    const { name, user_id, post, grant, signIn } = await withLucia()
    const password_hash = await hashPassword('perch\u00e9')
    await app.services.asSystem(
      (tx) => tx`update credentials set password_hash = ${password_hash} where user_id = ${user_id}`,
    )
    expect((await signIn(` ${name.toUpperCase()} `, 'perche\u0301')).status).toBe(200)
    const human = { 'x-human-token': await humanToken(app.call) }
    expect((await post({ ...grant(name, 'perch\u00e9'), b2c: '1' }, human)).status).toBe(200)
  })
})

describe('400', () => {
  it('a wrong password: “Username o Password errate.”', async () => {
    const { name, signIn } = await withLucia()
    const { status, body, headers } = await signIn(name, 'chiave di cassa')
    expect(status).toBe(400)
    expect(body).toMatchObject({ error: 'invalid_grant', error_description: 'Username o Password errate.' })
    expect(headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' })
  })
  it('a suspended access says so, with a code of its own, after the right password alone', async () => {
    const { name, user_id, signIn } = await withLucia()
    await app.services.asSystem((tx) => tx`update users set state = 'suspended' where user_id = ${user_id}`)
    expect((await signIn(name, 'chiave di casa')).body).toMatchObject({
      error: 'access_suspended',
      error_description: expect.stringMatching(/sospeso/),
    })
    expect((await signIn(name, 'chiave di cassa')).body).toMatchObject({ error: 'invalid_grant' })
  })
  it('an unknown user, or one without a password: the same answer after the same work', async () => {
    const { name, signIn } = await withLucia()
    await app.services.asSystem(
      (tx) => tx`insert into users (user_name, nominative) values ('nuova', 'Senza password')`,
    )
    const answers = []
    for (const tried of [name, 'nessuno', 'nuova']) {
      vi.mocked(verify).mockClear()
      const { status, body } = await signIn(tried, 'sbagliata')
      const { request_id: _, ...said } = body as Record<string, string>
      answers.push({
        status,
        said,
        hashed: vi.mocked(verify).mock.calls.map(([hash]) => String(hash).slice(0, 30)),
      })
    }
    const [wrong, ...others] = answers
    expect(wrong?.hashed).toEqual(['$argon2id$v=19$m=19456,t=2,p=1'])
    for (const other of others) expect(other).toEqual(wrong)
  })
  it('a name that no user can have, because it holds NUL: at its field', async () => {
    const { signIn } = await withLucia()
    expect(await signIn("o'brien\0", 'sbagliata')).toMatchObject({
      status: 400,
      body: { error: 'invalid_request', fields: { username: expect.any(String) } },
    })
  })
  it.each([
    ['no name', { grant_type: 'password', password: 'x' }, 'invalid_request'],
    ['no password', { grant_type: 'password', username: 'lucia' }, 'invalid_request'],
    ['no grant', { username: 'lucia', password: 'x' }, 'invalid_request'],
    ['no refresh token', { grant_type: 'refresh_token' }, 'invalid_request'],
    [
      'a name that is too long',
      { grant_type: 'password', username: 'x'.repeat(255), password: 'x' },
      'invalid_request',
    ],
    ['another grant', { grant_type: 'client_credentials' }, 'unsupported_grant_type'],
    [
      'no human check',
      { grant_type: 'password', username: 'lucia', password: 'chiave di casa' },
      'invalid_request',
    ],
  ])('%s', async (_what, fields, error) => {
    const { post } = await withLucia()
    const { status, body } = await post(fields as never)
    expect(status).toBe(400)
    expect(body).toMatchObject({ error, error_description: expect.stringMatching(/\.$/) })
  })
  it('a parameter sent twice', async () => {
    const { status, body } = await app.call({
      ...tokenRequest,
      headers: { authorization: basic('web:web'), 'content-type': form },
      body: 'grant_type=password&grant_type=password&username=lucia&password=x',
    })
    expect(status).toBe(400)
    expect(body).toMatchObject({ error: 'invalid_request' })
  })
  it('JSON instead of a form', async () => {
    const { status, body } = await app.call({
      ...tokenRequest,
      headers: { authorization: basic('web:web') },
      body: { grant_type: 'password', username: 'lucia', password: 'chiave di casa' },
    })
    expect(status).toBe(400)
    expect(body).toMatchObject({ error: 'invalid_request' })
  })
  it('a solved human check used a second time, also in parallel', async () => {
    const { name, post, grant } = await withLucia()
    const human = { 'x-human-token': await humanToken(app.call) }
    const answers = await Promise.all([1, 2, 3].map(() => post(grant(name, 'chiave di casa'), human)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    expect((await post(grant(name, 'chiave di casa'), human)).body).toMatchObject({
      error: 'invalid_request',
    })
  })
  it('an invented, expired or too easy human check', async () => {
    const { name, post, grant } = await withLucia()
    const solved = JSON.parse(Buffer.from(await humanToken(app.call), 'base64').toString())
    const parameters = solved.challenge.parameters
    const forged = [
      { ...solved, solution: { ...solved.solution, derivedKey: 'ab'.repeat(32) } },
      {
        ...solved,
        challenge: {
          ...solved.challenge,
          parameters: { ...parameters, expiresAt: parameters.expiresAt + 600 },
        },
      },
      { ...solved, challenge: { ...solved.challenge, parameters: { ...parameters, cost: 1 } } },
      { ...solved, challenge: { ...solved.challenge, signature: '00' } },
      { challenge: null, solution: 1 },
      [],
    ].map((forgery) => Buffer.from(JSON.stringify(forgery)).toString('base64'))
    for (const token of [...forged, 'x', '%%%', 'A'.repeat(4001)])
      expect((await post(grant(name, 'chiave di casa'), { 'x-human-token': token })).status).toBe(400)
  })
})

describe('401', () => {
  it.each([
    ['no client', {}],
    ['another client', { authorization: basic('web:altro') }],
    ['an unknown client', { authorization: basic('') }],
    ['a bearer token', { authorization: 'Bearer 0123456789012345678901234567890123456789' }],
  ])('%s', async (_what, headers) => {
    const {
      status,
      body,
      headers: answered,
    } = await app.call({
      ...tokenRequest,
      headers: { 'content-type': form, ...headers },
      body: 'grant_type=password&username=lucia&password=x',
    })
    expect(status).toBe(401)
    expect(body).toMatchObject({ error: 'invalid_client' })
    expect(answered['www-authenticate']).toMatch(/^Basic /)
  })
})

describe('429', () => {
  it('throttles after some failures; the right password still works from another address', async () => {
    const { name, signIn } = await withLucia()
    const from = '192.0.2.1'
    for (let tries = 0; tries < freeAttempts.user_and_address; tries += 1)
      expect((await signIn(name, 'sbagliata', from)).status).toBe(400)
    await later(-60)
    const slowed = await signIn(name.toUpperCase(), 'chiave di casa', from)
    expect(slowed.status).toBe(429)
    expect(Number(slowed.headers['retry-after'])).toBeGreaterThan(30)
    expect(slowed.body).toMatchObject({
      error_description: expect.stringMatching(/^Troppi tentativi: riprova fra \d+ secondi\.$/),
    })
    expect((await signIn(name, 'chiave di casa', '192.0.2.2')).status).toBe(200)
    await later(62)
    expect((await signIn(name, 'chiave di casa', from)).status).toBe(200)
    await later(-60)
    expect((await signIn(name, 'sbagliata', from)).status).toBe(400)
  })
  it('an unknown user name is throttled in the same way', async () => {
    const { signIn } = await withLucia()
    for (let tries = 0; tries < freeAttempts.user_and_address; tries += 1) await signIn('nessuno', 'x')
    await later(-60)
    expect((await signIn('nessuno', 'x')).status).toBe(429)
  })
  it('checks only one of many parallel guesses', async () => {
    const { name, signIn, post, grant } = await withLucia()
    await signIn(name, 'sbagliata')
    await failedBefore(freeAttempts.user_and_address + 7)
    await later(200)
    const tokens = await Promise.all(Array.from({ length: 8 }, () => humanToken(app.call)))
    const guesses = await Promise.all(
      tokens.map((token) => post(grant(name, 'sbagliata'), { 'x-human-token': token })),
    )
    expect(guesses.filter(({ status }) => status === 400)).toHaveLength(1)
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(7)
  })
  it('accepts many right passwords at once from one address', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, withLucia))
    const answers = await Promise.all(
      people.map(({ name, signIn }) => signIn(name, 'chiave di casa', '192.0.2.77')),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
  })
  it('slows an address that tries many names, with its IPv6 network, but no other address', async () => {
    const { name, signIn } = await withLucia()
    await signIn('nome', 'x', '2001:db8::1')
    await failedBefore(freeAttempts.address + 20)
    await later(-60)
    expect((await signIn('altro', 'x', '2001:db8::ffff:2')).status).toBe(429)
    expect((await signIn(name, 'chiave di casa', '2001:db8:0:1::1')).status).toBe(200)
    await signIn('un altro nome', 'x', '::ffff:192.0.2.8')
    await failedBefore(freeAttempts.address + 20)
    await later(-60)
    expect((await signIn('altro', 'x', '192.0.2.8')).status).toBe(429)
    const another = await withLucia()
    expect((await another.signIn(another.name, 'chiave di casa', '::ffff:192.0.2.9')).status).toBe(200)
  })
  it('forgets failures older than an hour', async () => {
    const { name, signIn } = await withLucia()
    await signIn(name, 'sbagliata')
    await failedBefore(30)
    expect((await signIn(name, 'sbagliata')).status).toBe(429)
    await later(3700)
    expect((await signIn(name, 'sbagliata')).status).toBe(400)
    expect((await signIn(name, 'sbagliata')).status).toBe(400)
  })
  it('doubles the wait, up to five minutes', () => {
    expect([0, 4, 5, 6, 7, 12, 13, 14, 1_000_000].map((failures) => waitAfter(failures, 5))).toEqual([
      0, 0, 1, 2, 4, 128, 256, 300, 300,
    ])
  })
})

const later = (seconds: number) =>
  app.services.asSystem(
    (tx) => tx`update sign_in_failures set last_at = last_at - make_interval(secs => ${seconds})`,
  )
const failedBefore = (failures: number) =>
  app.services.asSystem((tx) => tx`update sign_in_failures set failures = ${failures}`)

it('a customer’s activation takes effect without a new sign-in', async () => {
  const { name, user_id, signIn } = await withLucia()
  const customer_id = await makeCustomer(app.services, { state: '0' })
  await app.services.asSystem(
    (tx) => tx`update users set customer_id = ${customer_id} where user_id = ${user_id}`,
  )
  const { access_token } = (await signIn(name, 'chiave di casa')).body as Record<string, string>
  const role = async () => {
    const { body } = await app.call({
      url: '/v1/users/me',
      headers: { authorization: `Bearer ${access_token}` },
    })
    return (body as { role: string }).role
  }
  expect(await role()).toBe('awaiting')
  await app.services.asSystem((tx) => tx`update customers set state = '1' where customer_id = ${customer_id}`)
  expect(await role()).toBe('customer')
})
