import { apiPermissions } from '@saldo/contract/identity/users'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import { signIn, signInSubUser } from '../../testing/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

type Headers = Record<string, string>
const send = async <Reply = object>(
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  headers: Headers,
  body?: object,
) => {
  const answer = await app.call({ method, url, headers, ...(body ? { body } : {}) })
  return { status: answer.status, body: answer.body as Reply }
}
/** The password grant, as this client. */
async function tokenFor(client: 'web:web' | 'api:api', username: string, password: string) {
  const { status, body } = await app.call({
    method: 'POST',
    url: '/oauth/token',
    headers: {
      authorization: `Basic ${btoa(client)}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: new URLSearchParams({ grant_type: 'password', username, password, b2c: '0' }).toString(),
  })
  return { status, body: body as { access_token: string; refresh_token: string; error?: string } }
}

describe('POST /v1/users/api/login: signing in with it', () => {
  it('200: the other full users hear of a new program, but not of its next password', async () => {
    const { customer_id, headers } = await signIn(app.services, 'customer')
    const colleague = await signIn(app.services, 'customer', customer_id)
    const body = { customer_id, username: 'Avviso', password: 'otto treni lenti' }
    for (const password of [body.password, 'nove treni lenti'])
      expect((await send('POST', '/v1/users/api/login', headers, { ...body, password })).status).toBe(200)
    const told = await app.services.asSystem(
      (tx) => tx`select title, body from push_messages where user_id = ${colleague.user_id}`,
    )
    expect(told).toHaveLength(1)
    expect(`${told[0]?.title} ${told[0]?.body}`).toMatch(/Programma Avviso.*nuovo IBAN/)
  })

  it('200: the program signs in, and may do what is declared and nothing more', async () => {
    const office = await signIn(app.services, 'customer')
    const { customer_id, headers } = office
    const body = { customer_id, username: 'Ponte', password: 'otto treni lenti' }
    expect((await send('POST', '/v1/users/api/login', headers, body)).status).toBe(200)
    const signedIn = await tokenFor('api:api', 'ponte', body.password)
    expect(signedIn.status).toBe(200)
    const program = { authorization: `Bearer ${signedIn.body.access_token}` }
    const me = await send<{ permissions: string[] }>('GET', '/v1/users/me', program)
    expect(me.body).toMatchObject({
      role: 'customer',
      customer_id,
      is_subuser: true,
      nominative: 'Programma Ponte',
    })
    const written = apiPermissions.flatMap((permission) =>
      permission.endsWith(':write') ? [permission.replace(':write', ':read'), permission] : [permission],
    )
    expect(new Set(me.body.permissions)).toEqual(new Set(written))
    expect((await send('PUT', '/v1/accounts', program, { name: 'I Tigli' })).status).toBe(201)
    expect((await send('GET', '/v1/payments', program)).status).toBe(200)
    const refused = [
      await send('POST', '/v1/users', program, { nominative: 'Ada', email: 'ada@example.it' }),
      await send('POST', '/v1/users/api/login', program, body),
      await send('GET', '/v1/users/subusers', program),
    ]
    for (const answer of refused)
      expect(answer).toMatchObject({ status: 403, body: { error: 'not_permitted' } })
    // Signing in is no step-up, and there is no way to make one.
    const file = await send<{ error: string; proof: object }>('GET', '/v1/subjects/export', program)
    expect(file).toMatchObject({ status: 403, body: { error: 'step_up_required', proof: { ways: [] } } })
  })
  it('400: its password opens no web session; a new one ends those of before, and so does suspension', async () => {
    const { customer_id, headers } = await signIn(app.services, 'customer')
    const body = { customer_id, username: 'molo', password: 'otto treni lenti' }
    await send('POST', '/v1/users/api/login', headers, body)
    expect((await tokenFor('web:web', 'molo', body.password)).status).toBe(400)
    expect((await tokenFor('api:api', 'molo', 'un altro treno')).body).toMatchObject({
      error: 'invalid_grant',
      error_description: 'Username o Password errate.',
    })
    const session = async (password: string) => {
      const { body } = await tokenFor('api:api', 'molo', password)
      return { authorization: `Bearer ${body.access_token}` }
    }
    const before = await session(body.password)
    await send('POST', '/v1/users/api/login', headers, { ...body, password: 'nove navi bianche' })
    expect((await send('GET', '/v1/users/me', before)).status).toBe(401)
    const now = await session('nove navi bianche')
    const { user_id } = (await send<{ user_id: number }>('GET', '/v1/users/me', now)).body
    expect((await send('POST', `/v1/users/subusers/${user_id}/suspend`, headers)).status).toBe(200)
    expect((await send('GET', '/v1/users/me', now)).status).toBe(401)
    expect((await tokenFor('api:api', 'molo', 'nove navi bianche')).status).toBe(400)
  })
  it('409: a sub-user makes or changes a program that may do more than they', async () => {
    const { customer_id, headers } = await signIn(app.services, 'customer')
    const clerk = await signInSubUser(app.services, customer_id, { permissions: ['office:write'] })
    const body = { customer_id, username: 'faro', password: 'otto treni lenti' }
    expect((await send('POST', '/v1/users/api/login', clerk.headers, body)).status).toBe(409)
    await send('POST', '/v1/users/api/login', headers, body)
    const changed = { ...body, password: 'nove navi bianche' }
    expect((await send('POST', '/v1/users/api/login', clerk.headers, changed)).status).toBe(409)
    expect((await tokenFor('api:api', 'faro', 'nove navi bianche')).status).toBe(400)
  })
  it('409: the name of a person', async () => {
    const { customer_id, headers } = await signIn(app.services, 'customer')
    const { user_name } = (await send<{ user_name: string }>('GET', '/v1/users/me', headers)).body
    const body = { customer_id, username: user_name, password: 'otto treni lenti' }
    expect((await send('POST', '/v1/users/api/login', headers, body)).status).toBe(409)
  })
  it('200: its session is renewed as any other', async () => {
    const { customer_id, headers } = await signIn(app.services, 'customer')
    const body = { customer_id, username: 'diga', password: 'otto treni lenti' }
    await send('POST', '/v1/users/api/login', headers, body)
    const { refresh_token } = (await tokenFor('api:api', 'diga', body.password)).body
    const renewed = await app.call({
      method: 'POST',
      url: '/oauth/token',
      headers: {
        authorization: `Basic ${btoa('api:api')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: new URLSearchParams({ grant_type: 'refresh_token', refresh_token }).toString(),
    })
    expect(renewed.status).toBe(200)
  })
})
