import type { Token } from '@saldo/contract/identity/auth'
import type { OpenSession } from '@saldo/contract/identity/sessions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSession } from '../../identity/sessions.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { signIn } from '../../testing/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0'

/** A user on two devices; `here` are the headers of the first, `there` the tokens of the second. */
async function someone() {
  const { user_id } = await signIn(app.services, 'consumer')
  await app.services.asSystem((tx) => tx`update sessions set revoked_at = now() where user_id = ${user_id}`)
  const open = (address: string, agent: string | null) =>
    app.services.asSystem((tx) => startSession(tx, { user_id, address, agent }))
  const first = await open('192.0.2.1', firefox)
  const there = await open('192.0.2.2', null)
  const here = bearer(first)
  const list = async (headers = here) =>
    (await app.call({ url: '/v1/sessions', headers })).body as OpenSession[]
  const end = async (id: number | string, headers = here) =>
    app.call({ method: 'DELETE', url: `/v1/sessions/${id}`, headers })
  return { user_id, here, there, open, list, end }
}
const bearer = ({ access_token }: Token) => ({ authorization: `Bearer ${access_token}` })
const whoAmI = async (headers: Record<string, string>) =>
  (await app.call({ url: '/v1/users/me', headers })).status
const renew = async ({ refresh_token }: Token) =>
  (
    await app.call({
      method: 'POST',
      url: '/oauth/token',
      headers: {
        authorization: `Basic ${Buffer.from('web:web').toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token }).toString(),
    })
  ).status

describe('200', () => {
  it('lists the user’s own open sessions: device, address, times, and whether it is this one', async () => {
    const { here, there, list } = await someone()
    await someone()
    const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/)
    const times = { session_id: expect.any(Number), created_at: instant, used_at: instant }
    const first = { ...times, device: 'Firefox su Linux', address: '192.0.2.1' }
    const second = { ...times, device: 'Dispositivo sconosciuto', address: '192.0.2.2' }
    expect(await list(here)).toEqual([
      { ...first, is_this: true },
      { ...second, is_this: false },
    ])
    expect(await list(bearer(there))).toEqual([
      { ...second, is_this: true },
      { ...first, is_this: false },
    ])
  })
  it('excludes sessions without a valid token', async () => {
    const { user_id, list } = await someone()
    await app.services.asSystem(async (tx) => {
      const [old] = await tx`select max(session_id) as session_id from sessions where user_id = ${user_id}`
      await tx`update access_tokens set expires_at = now() where session_id = ${old?.session_id}`
      await tx`update refresh_tokens set expires_at = now() where session_id = ${old?.session_id}`
    })
    expect(await list()).toMatchObject([{ is_this: true }])
  })
  it('puts this session first, then the most recently used; a renewal counts as use', async () => {
    const { user_id, open, there, list } = await someone()
    await open('192.0.2.3', null)
    await app.services.asSystem(
      (tx) => tx`update sessions set used_at = used_at - interval '1 day' where user_id = ${user_id}`,
    )
    expect(await renew(there)).toBe(200)
    expect((await list()).map(({ address }) => address)).toEqual(['192.0.2.1', '192.0.2.2', '192.0.2.3'])
  })
})

describe('204', () => {
  it('signing out elsewhere works at once: no token of that session is valid any more', async () => {
    const { here, there, list, end } = await someone()
    const [, other] = await list()
    expect((await end(`${other?.session_id}`)).status).toBe(204)
    expect(await whoAmI(bearer(there))).toBe(401)
    expect(await renew(there)).toBe(400)
    expect(await whoAmI(here)).toBe(200)
    expect(await list()).toHaveLength(1)
  })
  it('signing out all others ends all sessions of the user except this one, and nobody else’s', async () => {
    const { here, there, open, list } = await someone()
    const third = await open('192.0.2.3', null)
    const stranger = await someone()
    const { status } = await app.call({ method: 'DELETE', url: '/v1/sessions', headers: here })
    expect(status).toBe(204)
    expect(await whoAmI(here)).toBe(200)
    for (const ended of [there, third]) {
      expect(await whoAmI(bearer(ended))).toBe(401)
      expect(await renew(ended)).toBe(400)
    }
    expect(await list()).toHaveLength(1)
    expect(await stranger.list()).toHaveLength(2)
  })
  it('signing out this session is a logout', async () => {
    const { here, there, list, end } = await someone()
    const [mine] = await list()
    expect((await end(`${mine?.session_id}`)).status).toBe(204)
    expect(await whoAmI(here)).toBe(401)
    expect(await whoAmI(bearer(there))).toBe(200)
  })
})

describe('404', () => {
  it('another user’s session, one that has ended, or an unknown one', async () => {
    const { here, list, end } = await someone()
    const stranger = await someone()
    const [, other] = await list()
    const [theirs] = await stranger.list()
    expect((await end(`${theirs?.session_id}`)).status).toBe(404)
    expect(await whoAmI(stranger.here)).toBe(200)
    expect((await end(`${other?.session_id}`)).status).toBe(204)
    expect((await end(`${other?.session_id}`)).status).toBe(404)
    expect((await end(987_654_321)).status).toBe(404)
    expect(await whoAmI(here)).toBe(200)
  })
})

describe('400', () => {
  it.each(['0', 'x', '1.5', '99999999999999999999'])('an invalid id: %s', async (id) => {
    const { end } = await someone()
    expect((await end(id)).status).toBe(400)
  })
})
