import type { OutboxMail, OutboxMailDetail } from '@saldo/contract/outbox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import { queueEmail } from '../../mail/queue-email.ts'
import { startApp, type TestApp, withApp } from '../../testing/app.ts'
import { liveSettings } from '../../testing/live-settings.ts'
import { makeCustomer, signIn, signInSubUser } from '../../testing/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

type Page = { items: OutboxMail[]; next_cursor: string | null; error?: string }
const get = async <Reply = Page>(url: string, headers: Record<string, string>, on = app) => {
  const { status, body } = await on.call({ url, headers })
  return { status, body: body as Reply }
}
let serial = 0
/** Queues a mail that carries a link which signs in, to this address. */
async function mailTo(to: string, on = app): Promise<number> {
  serial += 1
  const dedupe_key = `outbox-${serial}`
  await on.services.asSystem((tx) =>
    queueEmail(on.services, tx, {
      ...{ template: 'invitation', to, customer_id: null, bill_id: null, dedupe_key },
      values: {
        nominative: 'Ada Bianchi',
        user_name: 'ada',
        why: 'Lo studio <b>Rossi</b> ti ha invitato.',
        url: `https://saldo.example/#/auth/invito/${'k'.repeat(43)}`,
      },
    }),
  )
  const [row] = await on.services.asSystem(
    (tx) => tx`select email_id from emails where dedupe_key = ${dedupe_key}`,
  )
  return row?.email_id as number
}
const emailOf = async (user_id: number) =>
  (await app.services.asSystem((tx) => tx`select email from users where user_id = ${user_id}`))[0]
    ?.email as string
const idsIn = ({ body }: { body: Page }) => body.items.map(({ email_id }) => email_id)

describe('GET /v1/outbox', () => {
  it.each(['consumer', 'customer', 'awaiting', 'store'] as const)(
    '200: one’s own mails only, as %s, in any case of the address',
    async (role) => {
      const { headers, user_id } = await signIn(app.services, role)
      const own = await mailTo((await emailOf(user_id)).toUpperCase())
      await mailTo('altra@example.it')
      expect(idsIn(await get('/v1/outbox', headers))).toEqual([own])
    },
  )
  it('200: an office does not read the mails to its residents and sub-users, nor they each other’s', async () => {
    const admin = await signIn(app.services, 'customer')
    const clerk = await signInSubUser(app.services, admin.customer_id, { permissions: ['office:write'] })
    const toClerk = await mailTo(await emailOf(clerk.user_id))
    const toAdmin = await mailTo(await emailOf(admin.user_id))
    expect(idsIn(await get('/v1/outbox', admin.headers))).toEqual([toAdmin])
    expect(idsIn(await get('/v1/outbox', clerk.headers))).toEqual([toClerk])
    expect((await get(`/v1/outbox/${toClerk}`, admin.headers)).status).toBe(404)
  })
  it('200: all mails for a super user, also while working for a customer; a page and a text at a time', async () => {
    const { headers } = await signIn(app.services, 'super_user')
    const customer_id = await makeCustomer(app.services)
    const [first, second] = [await mailTo('cercami@example.it'), await mailTo('cercami@example.it')]
    const chosen = { ...headers, 'x-customer-id': String(customer_id) }
    const page = await get('/v1/outbox?q=cercami&limit=1', chosen)
    expect(idsIn(page)).toEqual([second])
    expect(idsIn(await get(`/v1/outbox?q=cercami&limit=1&cursor=${page.body.next_cursor}`, headers))).toEqual(
      [first],
    )
    expect(page.body.items[0]).toMatchObject({ to_address: 'cercami@example.it', template: 'invitation' })
    expect(page.body.items[0]).not.toHaveProperty('html')
  })
  it('200: nothing for a user without an address', async () => {
    const { headers, user_id } = await signIn(app.services, 'customer')
    await app.services.asSystem((tx) => tx`update users set email = null where user_id = ${user_id}`)
    expect((await get('/v1/outbox', headers)).body).toEqual({ items: [], next_cursor: null })
  })
  it('200: an address that one asked for and has not confirmed shows nobody’s mails', async () => {
    const { headers } = await signIn(app.services, 'consumer')
    await mailTo('vittima@example.it')
    const body = { nominative: 'Io', email: 'vittima@example.it' }
    expect((await app.call({ method: 'PUT', url: '/v1/users/me', headers, body })).status).toBe(200)
    await runJobs(app.services)
    expect(idsIn(await get('/v1/outbox', headers))).toEqual([])
  })
  it('401: nobody in particular', async () => {
    expect((await get('/v1/outbox', {})).status).toBe(401)
  })
})

describe('GET /v1/outbox/{id}', () => {
  it('200: text and HTML, with what people typed escaped; also after it was kept', async () => {
    const { headers, user_id } = await signIn(app.services, 'customer')
    const id = await mailTo(await emailOf(user_id))
    await runJobs(app.services)
    const { status, body } = await get<OutboxMailDetail>(`/v1/outbox/${id}`, headers)
    expect(status).toBe(200)
    expect(body.state).toBe('not_sent')
    expect(body.text).toContain(`/#/auth/invito/${'k'.repeat(43)}`)
    expect(body.html).toContain('Rossi')
    expect(body.html).not.toContain('<b>Rossi')
  })
  it('404: another’s, or an unknown one', async () => {
    const { headers } = await signIn(app.services, 'consumer')
    const id = await mailTo('altra@example.it')
    expect((await get(`/v1/outbox/${id}`, headers)).status).toBe(404)
    expect((await get('/v1/outbox/99999999', headers)).status).toBe(404)
  })
})

describe('409: where mails are sent, as where money is real, nobody reads them', () => {
  it.each([
    ['a mail server', { SMTP_URL: 'smtp://127.0.0.1:9' }],
    ['live keys', liveSettings],
  ])('with %s, not even a super user', async (_what, env) => {
    const real = await withApp({ env })
    const { headers } = await signIn(real.services, 'super_user')
    const id = await mailTo('ada@example.it', real)
    for (const url of ['/v1/outbox', `/v1/outbox/${id}`]) {
      const { status, body } = await get(url, headers, real)
      expect([status, body.error]).toEqual([409, 'mails_are_sent'])
      expect(JSON.stringify(body)).not.toContain('kkkk')
    }
    expect((await get('/v1/settings/versions', {}, real)).body).toMatchObject({ outbox: false })
  })
})
