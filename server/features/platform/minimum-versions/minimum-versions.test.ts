import type { MinimumVersion } from '@saldo/contract/platform/minimum-versions'
import { expect, it } from 'vitest'
import { startApp, withApp } from '../../../testing/app.ts'
import { signIn, signInFor } from '../../../testing/people.ts'
import { minimum, version } from '../../../version.ts'

type Headers = Record<string, string>
type Answer = MinimumVersion & { error?: string; fields?: Record<string, string> }
async function start() {
  const app = await withApp()
  const { headers } = await signIn(app.services, 'super_user')
  const set = async (edition: string, body: object, by: Headers = headers) => {
    const reply = await app.call({
      ...{ method: 'PUT', url: `/v1/minimum-versions/${edition}`, headers: by },
      payload: { reason: 'Un errore nei riparti', ...body },
    })
    return { status: reply.status, body: reply.body as Answer }
  }
  return { app, headers, set }
}
const old = 'v2.0-100'

it('an older app is refused at once, on every server, and only of that edition', async () => {
  const { app, set } = await start()
  const another = await startApp({ beside: app })
  const status = async (of: typeof app, headers: Headers) =>
    (await of.call({ url: '/v1/city', headers })).status
  expect(await status(app, { 'app-version': old })).toBe(200)
  expect(await set('business', { minimum: 'v2.0-200' })).toMatchObject({
    ...{ status: 200, body: { minimum: 'v2.0-200', running: version, reason: 'Un errore nei riparti' } },
  })
  for (const server of [app, another]) {
    expect(await status(server, { 'app-version': old })).toBe(426)
    expect(await status(server, { 'app-version': 'v2.0-200' })).toBe(200)
    expect(await status(server, { 'app-version': old, 'app-edition': 'b2c' })).toBe(200)
    const { body } = await server.call({ url: '/v1/settings/versions', headers: { 'app-version': old } })
    expect(body).toMatchObject({ minimum: 'v2.0-200', minimum_b2c: minimum })
  }
  await set('business', { minimum })
  expect(await status(another, { 'app-version': old })).toBe(200)
  await another.close()
})

it('400 at the field: above the running version, below what the release understands, or no version', async () => {
  const { set } = await start()
  for (const wrong of ['v2.0-99999', 'v1.9-1', '2.0.395', ''])
    expect(await set('business', { minimum: wrong })).toMatchObject({
      ...{ status: 400, body: { fields: { minimum: expect.any(String) } } },
    })
  expect(await set('business', { minimum: old, reason: '' })).toMatchObject({
    ...{ status: 400, body: { fields: { reason: expect.any(String) } } },
  })
})

it('403: anybody else, without step-up, and while impersonating', async () => {
  const { app, set } = await start()
  const office = await signIn(app.services, 'customer')
  expect((await set('b2c', { minimum: old }, office.headers)).status).toBe(403)
  const acting = await signInFor(app.services, office.customer_id)
  expect((await set('b2c', { minimum: old }, acting.headers)).body.error).toBe('not_while_impersonating')
  const stale = await signIn(app.services, 'super_user')
  await app.services.asSystem(
    (tx) => tx`update sessions set proved_at = '-infinity' where user_id = ${stale.user_id}`,
  )
  expect((await set('b2c', { minimum: old }, stale.headers)).body.error).toBe('step_up_required')
})

it('each decision stays, with who and why', async () => {
  const { app, headers, set } = await start()
  await set('b2c', { minimum: old })
  await set('b2c', { minimum: 'v2.0-300', reason: 'Un’altra volta' })
  const { body } = await app.call({ url: '/v1/minimum-versions', headers })
  expect((body as unknown as MinimumVersion[]).map(({ edition, minimum }) => [edition, minimum])).toEqual([
    ['business', minimum],
    ['b2c', 'v2.0-300'],
  ])
  const lines = await app.services.asSystem(
    (tx) => tx`select after from audit_log where noun = 'minimum_versions' order by audit_id`,
  )
  expect(lines).toMatchObject([{ after: { version: old } }, { after: { reason: 'Un’altra volta' } }])
  const change = app.services.asSystem((tx) => tx`update minimum_versions set version = 'v1.0-1'`)
  await expect(change).rejects.toMatchObject({ code: '42501' })
})
