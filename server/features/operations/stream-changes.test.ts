import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mostStreams } from '../../http/live-hub.ts'
import { endOtherSessions, startSession } from '../../identity/sessions.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import {
  makeAccount,
  makeBill,
  makeCustomer,
  makeSubject,
  signIn,
  signInSubUser,
} from '../../testing/people.ts'
import { requestText, sendAndReset } from '../../testing/raw-requests.ts'

let app: TestApp
let url: string
beforeAll(async () => {
  app = await startApp()
  url = await app.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

type Headers = Record<string, string>

/** Opens a stream over the network. `ended` resolves when the server ends it. */
async function follow(headers: Headers) {
  const stopped = new AbortController()
  const response = await fetch(`${url}/v1/live`, { headers, signal: stopped.signal })
  const reader = response.body?.getReader()
  const first = response.ok ? await reader?.read() : undefined
  const state = { open: response.ok }
  const ended = (async () => {
    while (response.ok && !(await reader?.read())?.done);
    state.open = false
  })().catch(() => undefined)
  return {
    status: response.status,
    headers: response.headers,
    first,
    state,
    ended,
    stop: () => stopped.abort(),
  }
}

const asSystem: TestApp['services']['asSystem'] = (work) => app.services.asSystem(work)
const anotherSession = (user_id: number) =>
  asSystem(async (tx) => {
    const { access_token } = await startSession(tx, { user_id, address: '192.0.2.1', agent: null })
    const [row] = await tx`select max(session_id) as id from sessions where user_id = ${user_id}`
    return { session_id: row?.id as number, headers: { authorization: `Bearer ${access_token}` } }
  })

const ends: Record<string, (me: { user_id: number; headers: Headers }) => Promise<unknown>> = {
  'its user signs out': ({ headers }) => app.call({ method: 'POST', url: '/v1/auth/logout', headers }),
  'the user ends it from another device': async ({ user_id }) => {
    const { session_id, headers } = await anotherSession(user_id)
    await asSystem((tx) => endOtherSessions(tx, user_id, session_id))
    expect((await app.call({ url: '/v1/users/me', headers })).status).toBe(200)
  },
  'its user is suspended': ({ user_id }) =>
    asSystem((tx) => tx`update users set state = 'suspended' where user_id = ${user_id}`),
  'its user is removed': ({ user_id }) =>
    asSystem((tx) => tx`update users set state = 'removed' where user_id = ${user_id}`),
}

it('a stream asks proxies to pass on each line at once, and nobody to keep it', async () => {
  const mine = await follow((await signIn(app.services, 'customer')).headers)
  expect(Object.fromEntries(mine.headers)).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  mine.stop()
})

it.each(Object.keys(ends))('a stream ends at once when %s; another user’s stays', async (which) => {
  const me = await signIn(app.services, 'customer')
  const other = await signIn(app.services, 'customer')
  const [mine, theirs] = [await follow(me.headers), await follow(other.headers)]
  expect([mine.status, theirs.status]).toEqual([200, 200])
  await ends[which]?.(me)
  await mine.ended
  expect(theirs.state.open).toBe(true)
  expect((await follow(me.headers)).status).toBe(401)
  theirs.stop()
})

describe('a sub-user', () => {
  /** The names that a stream has told so far. */
  async function hear(headers: Headers) {
    const stopped = new AbortController()
    const response = await fetch(`${url}/v1/live`, { headers, signal: stopped.signal })
    const heard = { nouns: new Set<string>(), ended: false }
    const read = async () => {
      const decoder = new TextDecoder()
      for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>)
        for (const [, noun] of decoder.decode(chunk).matchAll(/"noun":"([\w-]+)"/g))
          heard.nouns.add(noun as string)
    }
    read()
      .catch(() => undefined)
      .finally(() => {
        heard.ended = true
      })
    return { heard, stop: () => stopped.abort() }
  }

  it('hears of the sections that they may read, and of no other', async () => {
    const customer_id = await makeCustomer(app.services)
    const owner = await signIn(app.services, 'customer', customer_id)
    const mine = await makeAccount(app.services, customer_id)
    const granted = { permissions: ['documents:read', 'bills:read'], accounts: [mine] }
    const [theirs, all] = [
      await hear((await signInSubUser(app.services, customer_id, granted)).headers),
      await hear(owner.headers),
    ]
    const account_id = await makeAccount(app.services, customer_id)
    const subject_id = await makeSubject(app.services, customer_id)
    await makeBill(app.services, customer_id, { account_id, subject_id })
    // Hints of one moment are told together, in the order in which they came: bills are the last.
    await expect.poll(() => [...all.heard.nouns].sort()).toEqual(['accounts', 'bills', 'subjects'])
    await expect.poll(() => [...theirs.heard.nouns]).toEqual(['bills'])
    theirs.stop()
    all.stop()
  })

  it('whose permissions change has their streams ended, and hears in the next one of what they may read then', async () => {
    const customer_id = await makeCustomer(app.services)
    const owner = await signIn(app.services, 'customer', customer_id)
    const account_id = await makeAccount(app.services, customer_id)
    const sub = await signInSubUser(app.services, customer_id, { permissions: ['accounts:read'] })
    const [before, other] = [await hear(sub.headers), await hear(owner.headers)]
    const changed = await app.call({
      method: 'POST',
      url: `/v1/users/subusers/${sub.user_id}`,
      headers: owner.headers,
      payload: { nominative: 'Ada', permissions: ['documents:read'], all_accounts: true, account_ids: [] },
    })
    expect(changed.status).toBe(200)
    await expect.poll(() => before.heard.ended).toBe(true)
    expect(other.heard.ended).toBe(false)
    const after = await hear(sub.headers)
    await asSystem((tx) => tx`update accounts set name = 'Altro' where account_id = ${account_id}`)
    await asSystem(
      (tx) => tx`update customers set business_name = 'Studio' where customer_id = ${customer_id}`,
    )
    await expect.poll(() => [...other.heard.nouns]).toContain('customers')
    await expect.poll(() => [...after.heard.nouns]).toEqual(['customers'])
    after.stop()
    other.stop()
  })
})

it('429: more streams of a session, or of a user on all devices, than there may be; a closed one makes room', async () => {
  const me = await signIn(app.services, 'customer')
  const open = await Promise.all(Array.from({ length: mostStreams.session }, () => follow(me.headers)))
  expect(open.map(({ status }) => status)).toEqual(open.map(() => 200))
  expect((await follow(me.headers)).status).toBe(429)
  const elsewhere = await anotherSession(me.user_id)
  const more = await Promise.all(
    Array.from({ length: mostStreams.user - mostStreams.session }, () => follow(elsewhere.headers)),
  )
  expect(more.map(({ status }) => status)).toEqual(more.map(() => 200))
  const third = await anotherSession(me.user_id)
  expect((await follow(third.headers)).status).toBe(429)
  const other = await signIn(app.services, 'customer', me.customer_id)
  const theirs = await follow(other.headers)
  expect(theirs.status).toBe(200)

  more[0]?.stop()
  await expect
    .poll(async () => {
      const tried = await follow(third.headers)
      tried.stop()
      return tried.status
    })
    .toBe(200)
  for (const each of [...open, ...more, theirs]) each.stop()
})

it.each([
  ['one on each connection', 1],
  ['two on each, one behind the other', 2],
])('a stream whose client left before it was open makes room: %s', async (_how, many) => {
  const me = await signIn(app.services, 'customer')
  const asked = requestText('GET /v1/live', me.headers).repeat(many)
  for (let round = 0; round < 8; round += 1)
    await Promise.all(Array.from({ length: 11 }, (_, ms) => sendAndReset(url, asked, ms)))
  const opened = async () => {
    const open = await Promise.all(Array.from({ length: mostStreams.session }, () => follow(me.headers)))
    for (const { stop } of open) stop()
    return open.map(({ status }) => status)
  }
  await expect.poll(opened, { interval: 200, timeout: 10_000 }).toEqual(Array(mostStreams.session).fill(200))
})
