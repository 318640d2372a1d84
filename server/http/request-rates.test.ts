import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startApp, withApp } from '../testing/app.ts'
import { signIn } from '../testing/people.ts'
import { hashToken } from './actor.ts'

// Requests are counted by minute: the clock stands still, so that none ends meanwhile.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }))
afterEach(() => void vi.useRealTimers())

const rates = { user: 40, network: 20, doors: 6 }

/** Statuses of as many requests, one after the other. */
async function statusesOf(count: number, send: () => Promise<{ status: number }>) {
  const statuses: number[] = []
  for (let n = 0; n < count; n += 1) statuses.push((await send()).status)
  return statuses
}
const served = (statuses: readonly number[]) => statuses.filter((status) => status !== 429).length

describe('429: more requests in a minute than', () => {
  it('a user may send, in however many sessions; another of the same office still may', async () => {
    const { call, services } = await withApp({ rates })
    const [me, other] = [await signIn(services, 'customer'), await signIn(services, 'customer')]
    const again = randomBytes(32).toString('base64url')
    await services.asSystem(async (tx) => {
      const [session] = await tx`insert into sessions (user_id) values (${me.user_id}) returning session_id`
      await tx`
        insert into access_tokens (token_hash, session_id, expires_at)
        values (${hashToken(again)}, ${session?.session_id}, now() + interval '1 hour')`
    })
    const sessions = [me.headers, { authorization: `Bearer ${again}` }]
    let n = 0
    const asMe = () => {
      n += 1
      return call({ url: '/v1/users/me', headers: sessions[n % 2] as { authorization: string } })
    }
    // The first request of each session is counted for its network, because its token is new to the server.
    expect(served(await statusesOf(60, asMe))).toBeLessThanOrEqual(rates.user + sessions.length)
    const refused = await asMe()
    expect(refused).toMatchObject({
      status: 429,
      body: {
        error: 'too_many_requests',
        error_description: expect.stringMatching(/^Troppe richieste/),
        request_id: expect.stringMatching(/^req_/),
      },
    })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(refused.headers['x-ratelimit-limit']).toBeUndefined()
    expect((await call({ url: '/v1/users/me', headers: other.headers })).status).toBe(200)
  })

  it('a network may send with a web app that is too old, which costs a query', async () => {
    const { call } = await withApp({ rates })
    const tooOld = () => call({ url: '/v1/city', headers: { 'app-version': 'v1.0-1' } })
    const statuses = await statusesOf(rates.network + 5, tooOld)
    expect(new Set(statuses.slice(0, rates.network))).toEqual(new Set([426]))
    expect(new Set(statuses.slice(rates.network))).toEqual(new Set([429]))
    expect((await call({ url: '/healthz', headers: { 'app-version': 'v1.0-1' } })).status).toBe(200)
  })

  it('a network may send without a session, with invented tokens, too, whatever its IPv6 addresses', async () => {
    const { call } = await withApp({ rates })
    let n = 0
    const invented = () => {
      n += 1
      return call({
        url: '/v1/users/me',
        headers: { authorization: `Bearer ${randomBytes(32).toString('base64url')}` },
        remoteAddress: `2001:db8:1:2::${n.toString(16)}`,
      })
    }
    expect(served(await statusesOf(40, invented))).toBe(rates.network)
    expect((await call({ url: '/v1/users/me', remoteAddress: '2001:db8:1:3::1' })).status).toBe(401)
  })

  it('may come through the doors; health checks, static files and webhooks are not counted', async () => {
    const { call, services } = await withApp({ rates })
    const register = () => call({ method: 'POST', url: '/v1/users/btoc/register', body: {} })
    expect(served(await statusesOf(12, register))).toBe(rates.doors)
    // An accepted token opens no other counter.
    const { headers } = await signIn(services, 'customer')
    await call({ url: '/v1/users/me', headers })
    expect((await call({ method: 'POST', url: '/v1/users/btoc/register', body: {}, headers })).status).toBe(
      429,
    )
    for (const url of ['/healthz', '/readyz', '/'])
      expect(await statusesOf(30, () => call({ url }))).not.toContain(429)
    const event = () => call({ method: 'POST', url: '/v1/stripe/webhook/stripe', body: {} })
    expect(await statusesOf(30, event)).not.toContain(429)
  })

  it.each(['/v1/nothing', '/docs/', '/openapi.json'])(
    'a network may ask of %s, which is no endpoint',
    async (url) => {
      const { call } = await withApp({ rates })
      expect(served(await statusesOf(30, () => call({ url })))).toBe(rates.network)
    },
  )

  it('two servers serve together', async () => {
    const one = await withApp({ rates })
    const two = await startApp({ rates, beside: one })
    onTestFinished(two.close)
    const me = await signIn(one.services, 'customer')
    const ask = (server: typeof one) => () => server.call({ url: '/v1/users/me', headers: me.headers })
    const statuses: number[] = []
    for (let n = 0; n < 50; n += 1) {
      statuses.push((await ask(one)()).status)
      statuses.push((await ask(two)()).status)
    }
    // Each server's first request is counted for its network, because the token is new to it.
    expect(served(statuses)).toBeLessThanOrEqual(rates.user + 2 + 2 * (rates.user / 10))
    expect(served(statuses)).toBeGreaterThanOrEqual(rates.user)
  })
})
