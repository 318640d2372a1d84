import type { User } from '@saldo/contract/identity/users'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import { makeCustomer, signIn, signInSubUser } from '../../testing/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const get = async <Reply>(url: string, headers: Record<string, string>) =>
  (await app.call({ url, headers })).body as Reply

describe('GET /v1/users/me', () => {
  it.each([
    ['consumer', { flag_super_user: false, flag_store: false, customer_id: null }],
    ['customer', { flag_super_user: false, flag_store: false, customer_id: expect.any(Number) }],
    ['awaiting', { flag_super_user: false, flag_store: false, customer_id: expect.any(Number) }],
    ['store', { flag_super_user: false, flag_store: true, customer_id: expect.any(Number) }],
    ['super_user', { flag_super_user: true, flag_store: false, customer_id: null }],
  ] as const)('200: %s', async (role, expected) => {
    const { headers, user_id } = await signIn(app.services, role)
    expect(await get('/v1/users/me', headers)).toMatchObject({ user_id, role, ...expected })
  })
  it('200: a super user who works for a customer is still themselves', async () => {
    const { headers, user_id } = await signIn(app.services, 'super_user')
    const customer_id = await makeCustomer(app.services)
    const me = await get('/v1/users/me', { ...headers, 'x-customer-id': String(customer_id) })
    expect(me).toMatchObject({ user_id, role: 'super_user', customer_id: null })
  })
})

describe('GET /v1/users/mine', () => {
  const namesOf = async (headers: Record<string, string>) =>
    (await get<User[]>('/v1/users/mine', headers)).map(({ user_id }) => user_id)

  it('200: the users of the user’s own customer only', async () => {
    const me = await signIn(app.services, 'customer')
    const colleague = await signIn(app.services, 'customer', me.customer_id)
    await signIn(app.services, 'customer')
    expect(new Set(await namesOf(me.headers))).toEqual(new Set([me.user_id, colleague.user_id]))
  })
  it('200: only themselves for a sub-user without office:read, who is refused the others by id', async () => {
    const { customer_id, user_id: other } = await signIn(app.services, 'customer')
    const clerk = await signInSubUser(app.services, customer_id, { permissions: ['bills:write'] })
    expect(await namesOf(clerk.headers)).toEqual([clerk.user_id])
    const asked = async (id: number, headers: Record<string, string>) =>
      (await app.call({ url: `/v1/users/${id}`, headers })).status
    expect([await asked(clerk.user_id, clerk.headers), await asked(other, clerk.headers)]).toEqual([200, 404])
    const reader = await signInSubUser(app.services, customer_id, { permissions: ['office:read'] })
    expect(await namesOf(reader.headers)).toContain(other)
    expect(await asked(other, reader.headers)).toBe(200)
  })
  it('200: only themselves for a consumer', async () => {
    const { headers, user_id } = await signIn(app.services, 'consumer')
    await signIn(app.services, 'consumer')
    expect(await namesOf(headers)).toEqual([user_id])
  })
  it('200: for a super user, those of the customer they work for; without one, themselves', async () => {
    const { headers, user_id } = await signIn(app.services, 'super_user')
    const customer = await signIn(app.services, 'customer')
    const chosen = { ...headers, 'x-customer-id': String(customer.customer_id) }
    expect(await namesOf(chosen)).toEqual([customer.user_id])
    expect(await namesOf(headers)).toEqual([user_id])
  })
})

describe('GET /v1/users/{id}', () => {
  it.each(['consumer', 'customer', 'awaiting', 'store', 'super_user'] as const)(
    '200: oneself, as %s',
    async (role) => {
      const { headers, user_id } = await signIn(app.services, role)
      expect(await get(`/v1/users/${user_id}`, headers)).toMatchObject({ user_id, role })
    },
  )
  it('404: a consumer sees nobody else', async () => {
    const { headers } = await signIn(app.services, 'consumer')
    for (const role of ['consumer', 'customer'] as const) {
      const { user_id } = await signIn(app.services, role)
      expect((await app.call({ url: `/v1/users/${user_id}`, headers })).status).toBe(404)
    }
  })
})
