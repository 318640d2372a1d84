import type { Announcement, OwnAnnouncement } from '@saldo/contract/platform/announcements'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../../testing/app.ts'
import { makeCustomer, makeSubject, signIn, signInFor, signInSubUser } from '../../../testing/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())
afterEach(() => app.services.asSystem((tx) => tx`delete from announcements`))

type Headers = Record<string, string>
type Answer = Announcement & { error?: string; fields?: object }
async function send(method: 'GET' | 'POST' | 'PUT', path: string, headers: Headers, payload?: object) {
  const { status, body } = await app.call({
    ...{ method, url: `/v1/${path}`, headers },
    ...(payload ? { payload } : {}),
  })
  return { status, body: body as Answer }
}
const inMinutes = (minutes: number) =>
  new Date(Date.now() + minutes * 60_000)
    .toLocaleString('sv-SE', { timeZone: 'Europe/Rome' })
    .slice(0, 16)
    .replace(' ', 'T')
const content = {
  ...{ title: 'Nuovi orari', text: 'Da lunedì rispondiamo dalle 8.', level: 'information' },
  ...{ audience: ['administrators'], starts_at: null, until: inMinutes(60) },
}
async function write(of: object = {}) {
  const { headers } = await signIn(app.services, 'super_user')
  return { headers, ...(await send('POST', 'announcements', headers, { ...content, ...of })) }
}
const shown = async ({ headers }: { headers: Headers }) =>
  ((await send('GET', 'announcements/mine', headers)).body as unknown as OwnAnnouncement[]).map(
    ({ title }) => title,
  )

describe('POST and PUT /v1/announcements', () => {
  it('201: shown at once to whom it is for, until it ends', async () => {
    const { status, body } = await write()
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { state: 'current', all_offices: true, closings: 0 },
    })
    const office = await signIn(app.services, 'customer')
    expect(await shown(office)).toEqual(['Nuovi orari'])
    await app.services.asSystem(
      (tx) =>
        tx`update announcements set starts_at = starts_at - interval '1 day', until = now() - interval '1 second'`,
    )
    expect(await shown(office)).toEqual([])
  })
  it('201: planned, it is shown to nobody yet', async () => {
    expect((await write({ starts_at: inMinutes(30) })).body.state).toBe('scheduled')
    expect(await shown(await signIn(app.services, 'customer'))).toEqual([])
  })
  it('200: changed; the end may move, and the start stays', async () => {
    const { headers, body } = await write()
    const path = `announcements/${body.announcement_id}`
    const changed = await send('PUT', path, headers, { ...content, title: 'Orari', until: inMinutes(90) })
    expect(changed).toMatchObject({ status: 200, body: { title: 'Orari', starts_at: body.starts_at } })
    expect((await send('POST', `${path}/end`, headers)).body.state).toBe('over')
    expect(await send('PUT', path, headers, content)).toMatchObject({ status: 409, body: { error: 'over' } })
    expect(await shown(await signIn(app.services, 'customer'))).toEqual([])
  })
  it.each([
    ['no title', { title: '' }, 'title'],
    ['no text', { text: ' ' }, 'text'],
    ['nobody', { audience: [] }, 'audience'],
    ['an end that is past', { until: inMinutes(-1) }, 'until'],
    ['an end before the start', { starts_at: inMinutes(90) }, 'until'],
    ['more than a year', { until: inMinutes(367 * 24 * 60) }, 'until'],
    ['an end in another age', { until: '2099-01-01T00:00' }, 'until'],
    ['offices, and nobody of an office', { audience: ['back_office'], customer_ids: [1] }, 'customer_ids'],
    ['somebody twice', { audience: ['residents', 'residents'] }, 'audience'],
  ])('400: %s', async (_what, of, field) => {
    const { status, body } = await write(of)
    expect({ status, fields: Object.keys(body.fields ?? {}) }).toEqual({ status: 400, fields: [field] })
  })
  it('404: an office or an announcement that does not exist', async () => {
    expect((await write({ customer_ids: [987_654_321] })).status).toBe(404)
    const { headers } = await write()
    expect((await send('PUT', 'announcements/987654321', headers, content)).status).toBe(404)
    expect((await send('POST', 'announcements/987654321/end', headers)).status).toBe(404)
  })
  it('403: anybody else, and a super user while impersonating', async () => {
    const office = await signIn(app.services, 'customer')
    const subUser = await signInSubUser(app.services, office.customer_id, { permissions: ['office:write'] })
    for (const { headers } of [office, subUser, await signIn(app.services, 'consumer')])
      expect((await send('POST', 'announcements', headers, content)).status).toBe(403)
    const acting = await signInFor(app.services, office.customer_id)
    expect((await send('POST', 'announcements', acting.headers, content)).body.error).toBe(
      'not_while_impersonating',
    )
  })
})

describe('for whom it is', () => {
  it('each kind of user is told apart', async () => {
    const people = {
      administrators: [await signIn(app.services, 'customer'), await signIn(app.services, 'awaiting')],
      stores: [await signIn(app.services, 'store')],
      residents: [await signIn(app.services, 'consumer')],
      back_office: [await signIn(app.services, 'super_user')],
    }
    for (const kind of Object.keys(people)) await write({ title: kind, audience: [kind] })
    for (const [kind, of] of Object.entries(people))
      for (const each of of) expect(await shown(each)).toEqual([kind])
  })
  it('chosen offices: their users, collaborators and residents, nobody else’s; the back office always', async () => {
    const customer_id = await makeCustomer(app.services)
    await write({
      audience: ['administrators', 'residents', 'back_office'],
      customer_ids: [customer_id],
    })
    const resident = await signIn(app.services, 'consumer')
    await makeSubject(app.services, customer_id, { user_id: resident.user_id })
    expect(await shown(await signIn(app.services, 'customer', customer_id))).toHaveLength(1)
    expect(await shown(await signInSubUser(app.services, customer_id, { permissions: [] }))).toHaveLength(1)
    expect(await shown(resident)).toHaveLength(1)
    expect(await shown(await signIn(app.services, 'super_user'))).toHaveLength(1)
    expect(await shown(await signIn(app.services, 'customer'))).toEqual([])
    expect(await shown(await signIn(app.services, 'consumer'))).toEqual([])
  })
})

describe('POST /v1/announcements/{id}/close', () => {
  it('204: stays closed for this user alone; twice is once', async () => {
    const { headers, body } = await write()
    const one = await signIn(app.services, 'customer')
    const colleague = await signIn(app.services, 'customer', one.customer_id)
    const close = () => send('POST', `announcements/${body.announcement_id}/close`, one.headers)
    expect((await close()).status).toBe(204)
    expect((await close()).status).toBe(204)
    expect(await shown(one)).toEqual([])
    expect(await shown(colleague)).toEqual(['Nuovi orari'])
    const list = await send('GET', 'announcements', headers)
    expect((list.body as unknown as { items: Announcement[] }).items[0]?.closings).toBe(1)
  })
  it('404: one that is not for the caller', async () => {
    const { body } = await write()
    const { headers } = await signIn(app.services, 'consumer')
    expect((await send('POST', `announcements/${body.announcement_id}/close`, headers)).status).toBe(404)
  })
})

it('the list filters, sorts and is exported', async () => {
  const { headers } = await write({ title: 'Bolzano', level: 'attention' })
  await write({ title: 'Ancona', starts_at: inMinutes(30), audience: ['stores', 'residents'] })
  const titles = async (query: string) =>
    (
      (await send('GET', `announcements?${query}`, headers)).body as unknown as { items: Announcement[] }
    ).items.map(({ title }) => title)
  expect(await titles('sort=title')).toEqual(['Ancona', 'Bolzano'])
  expect(await titles('q=bolz')).toEqual(['Bolzano'])
  expect(await titles('state=scheduled')).toEqual(['Ancona'])
  expect(await titles('level=attention')).toEqual(['Bolzano'])
  expect(await titles('audience=residents,back_office')).toEqual(['Ancona'])
  const file = await app.call({ url: '/v1/announcements/export', headers })
  expect(file.raw.toString()).toContain('negozi, condòmini')
})
