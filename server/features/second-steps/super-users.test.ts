import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from '../../identity/hash-password.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { codeOf, password, signInSomeone } from '../../testing/features/second-step-fixtures.ts'
import { makeAccount, signIn } from '../../testing/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

type SignedIn = Awaited<ReturnType<typeof signInSomeone>>

/** A super user who signed in with the password alone, and has no second step. */
async function unready(): Promise<SignedIn> {
  const me = await signInSomeone(app, 'super_user')
  await app.services.asSystem(async (tx) => {
    await tx`delete from totp_secrets where user_id = ${me.user_id}`
    await tx`update sessions set proved_by_second_step = false where user_id = ${me.user_id}`
  })
  return me
}

const missing = { status: 403, body: { error: 'second_step_missing' } }

describe('403 second_step_missing: a super user without a second step', () => {
  it.each([
    ['lists the customers', 'GET', '/v1/customers'],
    ['exports them', 'GET', '/v1/customers/export?format=csv'],
    ['follows live changes', 'GET', '/v1/live'],
    ['makes another super user', 'POST', '/v1/users'],
    ['changes the own address', 'PUT', '/v1/users/me'],
    ['changes the own password', 'POST', '/v1/users/change/password'],
    ['makes recovery codes', 'POST', '/v1/auth/recovery-codes'],
    ['reads the mails of all', 'GET', '/v1/outbox'],
  ] as const)('%s', async (_act, method, url) => {
    const me = await unready()
    expect(await me.call(method, url, method === 'GET' ? undefined : {})).toMatchObject(missing)
  })
  it('works for a customer', async () => {
    const me = await unready()
    const { customer_id } = await signIn(app.services, 'customer')
    await makeAccount(app.services, customer_id)
    const headers = { ...me.headers, 'x-customer-id': String(customer_id) }
    expect(await app.call({ url: '/v1/accounts', headers })).toMatchObject(missing)
  })
  it('says why in Italian', async () => {
    const { body } = await (await unready()).call('GET', '/v1/customers')
    expect(body).toMatchObject({ error_description: expect.stringMatching(/secondo passo/) })
  })
})

it('the database itself shows such a session nobody but themselves', async () => {
  const me = await unready()
  await signIn(app.services, 'customer')
  const { sql } = app.services
  const seen = await sql.begin(async (tx) => {
    const [session] = await tx`
      select role, customer_id from become_session(
        sha256(convert_to(${me.headers.authorization.replace('Bearer ', '')}, 'UTF8')), 1, true)`
    const users = await tx`select user_id from users`
    const customers = await tx`select customer_id from customers`
    const [{ current_user }] = await tx<[{ current_user: string }]>`select current_user`
    return { session, users: users.map(({ user_id }) => user_id), customers: [...customers], current_user }
  })
  expect(seen).toMatchObject({
    session: { role: 'super_user_without_second_step', customer_id: null },
    users: [me.user_id],
    customers: [],
    current_user: expect.stringMatching(/customer$/),
  })
})

describe('200: a super user without a second step', () => {
  it('sees who they are and that it is missing, sets it up, and goes on', async () => {
    const me = await unready()
    expect((await me.call('GET', '/v1/users/me')).body).toMatchObject({
      user_id: me.user_id,
      role: 'super_user',
      second_step_missing: true,
    })
    expect((await me.call('GET', '/v1/auth/second-steps')).body).toMatchObject({ totp_since: null })
    const { recovery_codes } = await me.withApp()
    expect(recovery_codes).toHaveLength(10)
    expect((await me.call('GET', '/v1/users/me')).body).toMatchObject({ second_step_missing: false })
    expect((await me.call('GET', '/v1/customers')).status).toBe(200)
  })
  it('sets up a passkey as well', async () => {
    const me = await unready()
    const { recovery_codes } = await me.withPasskey()
    expect(recovery_codes).toHaveLength(10)
    expect((await me.call('GET', '/v1/customers')).status).toBe(200)
  })
  it('signs out', async () => {
    const me = await unready()
    expect((await me.call('POST', '/v1/auth/logout')).status).toBe(204)
    expect((await me.call('GET', '/v1/users/me')).status).toBe(401)
  })
  it('after ten minutes proves the password again before setting it up', async () => {
    const me = await unready()
    await me.provedMinutesAgo(11)
    const refused = { status: 403, body: { error: 'step_up_required', proof: { ways: ['password'] } } }
    expect(await me.call('POST', '/v1/auth/totp')).toMatchObject(refused)
    expect(await me.call('POST', '/v1/auth/passkeys/options')).toMatchObject(refused)
    expect((await me.call('POST', '/v1/auth/step-up', { password })).status).toBe(204)
    await me.withApp()
    expect((await me.call('GET', '/v1/customers')).status).toBe(200)
  })
})

describe('falls under it at once', () => {
  it('403: a resident who becomes a super user, in the session that is open', async () => {
    const me = await signInSomeone(app, 'consumer')
    expect((await me.call('GET', '/v1/mybills')).status).toBe(200)
    await app.services.asSystem(
      (tx) => tx`update users set flag_super_user = true where user_id = ${me.user_id}`,
    )
    expect(await me.call('GET', '/v1/customers')).toMatchObject(missing)
  })
  it('403: the invited one, once they have chosen the password', async () => {
    const maker = await signInSomeone(app, 'super_user')
    const email = `invited${maker.user_id}@example.it`
    const body = { nominative: 'Ada Back', email, flag_super_user: true }
    const made = await maker.call('POST', '/v1/users', body)
    expect(made.status).toBe(200)
    const { user_id } = made.body as { user_id: number }
    const password_hash = await hashPassword(password)
    await app.services.asSystem(async (tx) => {
      await tx`insert into credentials (user_id, password_hash) values (${user_id}, ${password_hash})`
      await tx`update users set state = 'active' where user_id = ${user_id}`
    })
    const fields = { grant_type: 'password', username: email, password }
    const { access_token } = (await maker.token(fields, true)).body as { access_token: string }
    const headers = { authorization: `Bearer ${access_token}` }
    expect(await app.call({ url: '/v1/customers', headers })).toMatchObject(missing)
    expect((await app.call({ url: '/v1/users/me', headers })).body).toMatchObject({
      second_step_missing: true,
    })
  })
  it('403: one whose second steps are gone, whoever took them away', async () => {
    const me = await signInSomeone(app, 'super_user')
    expect((await me.call('GET', '/v1/customers')).status).toBe(200)
    await app.services.asSystem((tx) => tx`delete from totp_secrets where user_id = ${me.user_id}`)
    expect(await me.call('GET', '/v1/customers')).toMatchObject(missing)
  })
  it('403: one whose app was proposed and never confirmed', async () => {
    const me = await unready()
    await me.call('POST', '/v1/auth/totp')
    expect(await me.call('GET', '/v1/customers')).toMatchObject(missing)
  })
})

describe('409 last_second_step', () => {
  const kept = { status: 409, body: { error: 'last_second_step' } }
  it('the app, until there is a passkey', async () => {
    const me = await unready()
    const { secret } = await me.withApp()
    expect(await me.call('DELETE', '/v1/auth/totp')).toMatchObject(kept)
    const { ticket } = await me.ticket()
    expect((await me.second({ ticket, code: codeOf(secret) })).status).toBe(200)
    await me.withPasskey()
    expect((await me.call('DELETE', '/v1/auth/totp')).status).toBe(204)
    expect((await me.call('GET', '/v1/auth/second-steps')).body).toMatchObject({ recovery_codes_left: 10 })
  })
  it('the passkey, until there is another', async () => {
    const me = await unready()
    const { passkey_id } = await me.withPasskey('Telefono')
    expect(await me.call('DELETE', `/v1/auth/passkeys/${passkey_id}`)).toMatchObject(kept)
    await me.withPasskey('Portatile')
    expect((await me.call('DELETE', `/v1/auth/passkeys/${passkey_id}`)).status).toBe(204)
  })
  it('of two removed at the same time one stays', async () => {
    const me = await unready()
    const first = await me.withPasskey('Telefono')
    const second = await me.withPasskey('Portatile')
    const statuses = await Promise.all(
      [first, second].map(
        async ({ passkey_id }) => (await me.call('DELETE', `/v1/auth/passkeys/${passkey_id}`)).status,
      ),
    )
    expect(statuses.sort()).toEqual([204, 409])
  })
})

it('403 step_up_required: a known password alone changes no password where there is a second step', async () => {
  const me = await signInSomeone(app, 'customer')
  await me.withApp({ proved: false })
  const body = { old_password: password, new_password: 'tre parole di nessuno' }
  const change = () => me.call('POST', '/v1/users/change/password', body)
  expect(await change()).toMatchObject({
    status: 403,
    body: { error: 'step_up_required', proof: { ways: ['totp', 'recovery_code'] } },
  })
  await me.provedMinutesAgo(11)
  expect((await change()).status).toBe(403)
  const signedIn = await signInSomeone(app, 'customer')
  await signedIn.withApp()
  expect((await signedIn.call('POST', '/v1/users/change/password', body)).status).toBe(204)
})
