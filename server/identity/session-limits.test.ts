import { sessionLimits } from '@saldo/domain/session-limits'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../testing/app.ts'
import { signIn } from '../testing/people.ts'
import { isSessionOpen, renewSession, startSession } from './sessions.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const asSystem: TestApp['services']['asSystem'] = (work) => app.services.asSystem(work)

/** A session of its own, whose user did nothing for so many seconds: also its tokens are older. */
async function idleFor(role: 'customer' | 'super_user' | 'consumer', seconds: number) {
  const { user_id } = await signIn(app.services, role)
  return asSystem(async (tx) => {
    const { refresh_token, access_token } = await startSession(tx, {
      ...{ user_id, address: '192.0.2.1', agent: null },
    })
    const [session] = await tx<[{ session_id: number }]>`
      update sessions set created_at = created_at - make_interval(secs => ${seconds}),
        used_at = used_at - make_interval(secs => ${seconds})
      where session_id = (select max(session_id) from sessions where user_id = ${user_id}) returning session_id`
    for (const table of ['access_tokens', 'refresh_tokens'])
      await tx`
        update ${tx(table)} set expires_at = expires_at - make_interval(secs => ${seconds})
        where session_id = ${session.session_id}`
    return { ...session, refresh_token, access_token }
  })
}

it.each(['customer', 'super_user', 'consumer'] as const)(
  'what a %s keeps open, such as a stream, does not keep the session alive: it lapses when idle',
  async (role) => {
    const { idle } = sessionLimits[role === 'customer' ? 'office' : role === 'consumer' ? 'resident' : role]
    const inTime = await idleFor(role, idle - 60)
    const lapsed = await idleFor(role, idle + 660)
    expect(await asSystem((tx) => isSessionOpen(tx, inTime.session_id))).toBe(true)
    expect(await asSystem((tx) => isSessionOpen(tx, lapsed.session_id))).toBe(false)
    const { SALDO_SECRET } = app.services.env
    expect(await asSystem((tx) => renewSession(tx, SALDO_SECRET, lapsed.refresh_token))).toBeNull()
    const headers = { authorization: `Bearer ${lapsed.access_token}` }
    expect((await app.call({ url: '/v1/live', headers })).status).toBe(401)
  },
)
