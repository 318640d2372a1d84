import { charge } from '@saldo/contract/payments/payments'
import type { Maintenance } from '@saldo/contract/platform/maintenances'
import type { FastifyRequest } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { identifyCaller } from '../../../http/actor.ts'
import { startApp, type TestApp } from '../../../testing/app.ts'
import {
  impersonate,
  makeAccount,
  makeBill,
  makeCustomer,
  makeSubject,
  signIn,
  signInFor,
  signInSubUser,
} from '../../../testing/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())
/** Nobody stays out after a test. */
afterEach(() =>
  app.services.asSystem((tx) => tx`update maintenances set ended_at = now() where ended_at is null`),
)

type Headers = Record<string, string>
type Method = 'GET' | 'POST' | 'PUT'
async function send(method: Method, path: string, headers: Headers = {}, payload?: object) {
  const sent = await app.call({ method, url: `/v1/${path}`, headers, ...(payload ? { payload } : {}) })
  return {
    ...sent,
    body: sent.body as Maintenance & { error?: string; fields?: object; maintenance?: object },
  }
}

/** A minute in Italy, so many minutes from now. */
const inMinutes = (minutes: number) =>
  new Date(Date.now() + minutes * 60_000)
    .toLocaleString('sv-SE', { timeZone: 'Europe/Rome' })
    .slice(0, 16)
    .replace(' ', 'T')
const anHour = { audience: 'everybody', reason: 'Migrazione dei dati', starts_at: null, until: inMinutes(60) }

async function open(of: object = {}) {
  const superUser = await signIn(app.services, 'super_user')
  const reply = await send('POST', 'maintenances', superUser.headers, { ...anHour, ...of })
  return { status: reply.status, body: reply.body, headers: superUser.headers }
}
/** Lets what is open reach its end, without anybody ending it. */
const letTimePass = () =>
  app.services.asSystem(
    (tx) => tx`
      update maintenances set starts_at = starts_at - interval '2 days', until = now() - interval '1 second'
      where ended_at is null`,
  )
const refused = { status: 503, body: { error: 'under_maintenance' } }
const isOut = async (headers: Headers) => (await send('GET', 'users/me', headers)).body as unknown
const flag = (flag_under_maintenance: boolean) => ({ flag_under_maintenance })

describe('POST /v1/maintenances', () => {
  it('201: for everybody', async () => {
    const { status, body } = await open({ message: 'Torniamo presto.' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      audience: 'everybody',
      covers: null,
      message: 'Torniamo presto.',
      state: 'current',
    })
  })
  it('201: for an office or a user, by name', async () => {
    const office = await signIn(app.services, 'customer')
    expect((await open({ audience: 'office', customer_id: office.customer_id })).body).toMatchObject({
      customer_id: office.customer_id,
      covers: expect.stringMatching(/^Studio/),
    })
    expect((await open({ audience: 'user', user_id: office.user_id })).body).toMatchObject({
      user_id: office.user_id,
      covers: expect.stringMatching(/^Persona/),
    })
  })
  it('201: planned for later, it keeps nobody out before', async () => {
    const { headers } = await signIn(app.services, 'customer')
    const { body } = await open({ starts_at: inMinutes(30) })
    expect(body.state).toBe('scheduled')
    expect((await send('GET', 'bills', headers)).status).toBe(200)
  })
  it.each([
    ['no reason', { reason: ' ' }, 'reason'],
    ['an end that is past', { until: inMinutes(-5) }, 'until'],
    ['an end before its start', { starts_at: inMinutes(90) }, 'until'],
    ['more than a week', { until: inMinutes(8 * 24 * 60) }, 'until'],
    ['a start that is past', { starts_at: inMinutes(-60) }, 'starts_at'],
    ['a day that does not exist', { until: '2027-02-30T10:00' }, 'until'],
    ['no office', { audience: 'office' }, 'customer_id'],
    ['no user', { audience: 'user' }, 'user_id'],
    ['everybody and a user', { audience: 'everybody', user_id: 4 }, 'user_id'],
    ['everybody and an office', { audience: 'everybody', customer_id: 4 }, 'customer_id'],
    ['an office and a user', { audience: 'office', customer_id: 4, user_id: 4 }, 'user_id'],
    ['a user and an office', { audience: 'user', customer_id: 4, user_id: 4 }, 'customer_id'],
  ])('400: %s', async (_what, of, field) => {
    const { status, body } = await open(of)
    expect({ status, fields: Object.keys(body.fields ?? {}) }).toEqual({ status: 400, fields: [field] })
  })
  it('400: for a super user', async () => {
    const { user_id } = await signIn(app.services, 'super_user')
    expect(await open({ audience: 'user', user_id })).toMatchObject({
      status: 400,
      body: { fields: { user_id: expect.any(String) } },
    })
  })
  it('404: for an office that does not exist', async () => {
    expect((await open({ audience: 'office', customer_id: 987_654_321 })).status).toBe(404)
  })
  it('403: a super user who proved nothing lately, and one who impersonates a customer', async () => {
    const { headers, user_id } = await signIn(app.services, 'super_user')
    await app.services.asSystem(
      (tx) => tx`update sessions set proved_at = '-infinity' where user_id = ${user_id}`,
    )
    expect(await send('POST', 'maintenances', headers, anHour)).toMatchObject({
      ...{ status: 403, body: { error: 'step_up_required' } },
    })
    const acting = await signInFor(app.services, await makeCustomer(app.services))
    expect(await send('POST', 'maintenances', acting.headers, anHour)).toMatchObject({
      ...{ status: 403, body: { error: 'not_while_impersonating' } },
    })
  })
})

describe('while it lasts', () => {
  it('503: everybody but super users, also programs and links, with the time to come back and the sentence', async () => {
    const customer_id = await makeCustomer(app.services)
    const people = [
      await signIn(app.services, 'customer', customer_id),
      await signInSubUser(app.services, customer_id, { permissions: ['bills:read'] }),
      await signIn(app.services, 'awaiting'),
      await signIn(app.services, 'store'),
      await signIn(app.services, 'consumer'),
    ]
    const program = await signInSubUser(app.services, customer_id, { permissions: ['bills:read'] })
    await app.services.asSystem(
      (tx) => tx`
        insert into api_users (customer_id, user_id, user_name, password_hash)
        values (${customer_id}, ${program.user_id}, ${`programma${program.user_id}`}, 'x')`,
    )
    const account_id = await makeAccount(app.services, customer_id)
    const subject_id = await makeSubject(app.services, customer_id, {})
    const { token } = await makeBill(app.services, customer_id, { account_id, subject_id, number: 'B-1' })
    const { headers: back_office } = await open({ message: 'Torniamo alle sei.' })
    for (const { headers } of [...people, program]) {
      const reply = await send('GET', 'users/preferences', headers)
      expect(reply).toMatchObject(refused)
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(3000)
      expect(reply.body).toMatchObject({
        error_description: expect.stringMatching(
          /^Saldo è in manutenzione fino alle \d\d:\d\d.*Torniamo alle sei\.$/,
        ),
        maintenance: { message: 'Torniamo alle sei.' },
      })
      expect(await isOut(headers)).toMatchObject(flag(true))
    }
    expect(await send('GET', 'bills', program.headers)).toMatchObject(refused)
    expect(await send('GET', `mybill/${token}`)).toMatchObject(refused)
    expect(await send('POST', `stripe/charge/${token}`, {}, {})).toMatchObject(refused)
    expect(await send('GET', 'city')).toMatchObject(refused)
    expect(await send('GET', 'stripe/apikey')).toMatchObject(refused)
    expect(await send('GET', 'city', { authorization: `Bearer ${'x'.repeat(43)}` })).toMatchObject(refused)
    expect((await send('GET', 'city', back_office)).status).toBe(200)
    expect((await send('GET', 'customers', back_office)).status).toBe(200)
    expect(await isOut(back_office)).toMatchObject(flag(false))
  })
  it('answers what asks how things are, signing in and out, and the provider', async () => {
    const { headers } = await signIn(app.services, 'customer')
    await open()
    expect((await send('GET', 'settings/versions')).status).toBe(200)
    expect((await send('GET', 'auth/challenge')).status).toBe(200)
    expect((await app.call({ url: '/healthz' })).status).toBe(200)
    expect((await app.call({ url: '/readyz' })).status).toBe(200)
    expect((await app.call({ method: 'POST', url: '/oauth/token', payload: {} })).status).toBe(400)
    expect((await send('POST', 'stripe/webhook/stripe', {}, {})).status).toBe(400)
    expect((await send('POST', 'emails/bounces', {}, {})).status).not.toBe(503)
    const told = { until: expect.any(String) }
    const lapsed = { authorization: `Bearer ${'x'.repeat(43)}` }
    for (const [as, known] of [
      [headers, true],
      [{}, false],
      [lapsed, false],
    ] as const)
      expect((await send('GET', 'maintenances/mine', as)).body).toMatchObject({ known, maintenance: told })
    expect((await send('POST', 'auth/logout', headers)).status).toBe(204)
  })
  it('an office: all of its people, and nobody else; payers of its bills go on', async () => {
    const office = await signIn(app.services, 'customer')
    const collaborator = await signInSubUser(app.services, office.customer_id, {
      permissions: ['bills:read'],
    })
    const other = await signIn(app.services, 'customer')
    const account_id = await makeAccount(app.services, office.customer_id)
    const subject_id = await makeSubject(app.services, office.customer_id, {})
    const { token } = await makeBill(app.services, office.customer_id, {
      account_id,
      subject_id,
      number: 'B-2',
    })
    await open({ audience: 'office', customer_id: office.customer_id })
    expect(await send('GET', 'bills', office.headers)).toMatchObject(refused)
    expect(await send('GET', 'bills', collaborator.headers)).toMatchObject(refused)
    expect((await send('GET', 'bills', other.headers)).status).toBe(200)
    expect((await send('GET', `mybill/${token}`)).status).toBe(200)
    expect((await send('GET', 'maintenances/mine')).body.maintenance).toBeNull()
    // Naming another customer changes nothing.
    const named = { ...office.headers, 'x-customer-id': String(other.customer_id) }
    expect(await send('GET', 'bills', named)).toMatchObject(refused)
  })
  it('a user: not their colleagues', async () => {
    const user = await signIn(app.services, 'customer')
    const colleague = await signIn(app.services, 'customer', user.customer_id)
    await open({ audience: 'user', user_id: user.user_id })
    expect(await send('GET', 'bills', user.headers)).toMatchObject(refused)
    expect((await send('GET', 'bills', colleague.headers)).status).toBe(200)
    expect(await isOut(colleague.headers)).toMatchObject(flag(false))
  })
  it('what began before is not cut in two: its later transactions are admitted, a new request is not', async () => {
    const { headers } = await signIn(app.services, 'customer')
    const request = { headers, params: {}, query: {} } as unknown as FastifyRequest
    const begun = identifyCaller(app.services, charge, request)
    await begun.as(async () => undefined)
    await open()
    await expect(begun.as(async (_tx, { role }) => role)).resolves.toBe('customer')
    const later = identifyCaller(app.services, charge, request)
    await expect(later.as(async () => undefined)).rejects.toMatchObject({ code: 'under_maintenance' })
  })
  it('a super user sees the office that is kept out, and changes nothing in its name', async () => {
    const customer_id = await makeCustomer(app.services)
    const person = await signInFor(app.services, customer_id)
    const add = (headers: Headers) => send('PUT', 'accounts', headers, { name: 'Aurora' })
    await open({ audience: 'office', customer_id })
    expect((await send('GET', 'bills', person.headers)).status).toBe(200)
    expect(await add(person.headers)).toMatchObject(refused)
    const elsewhere = await impersonate(app.services, person, await makeCustomer(app.services))
    expect((await add(elsewhere)).status).toBe(201)
  })
})

describe('the end', () => {
  it('comes by itself, for the calls and for the flag', async () => {
    const { headers } = await signIn(app.services, 'customer')
    await open()
    expect(await send('GET', 'bills', headers)).toMatchObject(refused)
    await letTimePass()
    expect((await send('GET', 'bills', headers)).status).toBe(200)
    expect(await isOut(headers)).toMatchObject(flag(false))
  })
  it('by a super user, without step-up; twice is once', async () => {
    const { headers } = await signIn(app.services, 'customer')
    const { body } = await open()
    const another = await signIn(app.services, 'super_user')
    await app.services.asSystem(
      (tx) => tx`update sessions set proved_at = '-infinity' where user_id = ${another.user_id}`,
    )
    const end = () => send('POST', `maintenances/${body.maintenance_id}/end`, another.headers)
    const { body: ended } = await end()
    expect(ended).toMatchObject({ state: 'over', ended_by_name: expect.any(String) })
    expect((await end()).body).toEqual(ended)
    expect((await send('GET', 'bills', headers)).status).toBe(200)
  })
  it('can be put off', async () => {
    const { body, headers } = await open()
    const path = `maintenances/${body.maintenance_id}/prolong`
    const later = await send('POST', path, headers, { until: inMinutes(180) })
    expect(Date.parse(later.body.until)).toBeGreaterThan(Date.parse(body.until))
    expect(await send('POST', path, headers, { until: inMinutes(-1) })).toMatchObject({ status: 400 })
    expect(await send('POST', path, headers, { until: inMinutes(8 * 24 * 60) })).toMatchObject({
      status: 400,
    })
    await letTimePass()
    expect(await send('POST', path, headers, { until: inMinutes(180) })).toMatchObject({
      ...{ status: 409, body: { error: 'over' } },
    })
  })
  it('404: of one that does not exist', async () => {
    const { headers } = await signIn(app.services, 'super_user')
    expect((await send('POST', 'maintenances/987654321/end', headers)).status).toBe(404)
    expect(
      (await send('POST', 'maintenances/987654321/prolong', headers, { until: inMinutes(9) })).status,
    ).toBe(404)
  })
})

it('several at once: the one that lasts longest counts', async () => {
  const office = await signIn(app.services, 'customer')
  await open({ message: 'Breve.', until: inMinutes(10) })
  await open({ audience: 'office', customer_id: office.customer_id, message: 'Lunga.' })
  expect((await send('GET', 'bills', office.headers)).body.maintenance).toMatchObject({ message: 'Lunga.' })
})

it('the list, its figures, its file and the audit log name it, and only the back office reads the reason', async () => {
  const office = await signIn(app.services, 'customer')
  const reason = `Richiesta dello studio ${office.customer_id}`
  const { headers, body } = await open({ audience: 'office', customer_id: office.customer_id, reason })
  const list = async (query: string) =>
    ((await send('GET', `maintenances?${query}`, headers)).body as unknown as { items: Maintenance[] }).items
  const ids = async (query: string) => (await list(query)).map(({ maintenance_id }) => maintenance_id)
  expect(await list(`q=${encodeURIComponent(reason)}`)).toEqual([body])
  expect(await ids(`ids=${body.maintenance_id}&state=current&audience=office`)).toEqual([body.maintenance_id])
  expect(await ids(`ids=${body.maintenance_id}&state=scheduled,over`)).toEqual([])
  expect((await send('GET', `maintenances/summary?ids=${body.maintenance_id}`, headers)).body).toEqual({
    count: 1,
  })
  const file = await app.call({ url: `/v1/maintenances/export?ids=${body.maintenance_id}`, headers })
  expect(file.raw.toString()).toContain(reason)
  const lines = await app.services.asSystem(
    (tx) =>
      tx`select customer_id, after from audit_log where noun = 'maintenances' and record_id = ${body.maintenance_id}`,
  )
  expect(lines).toMatchObject([{ customer_id: null, after: { reason, audience: 'office' } }])
  await send('POST', `maintenances/${body.maintenance_id}/end`, headers)
  const audit = await app.call({ url: '/v1/audit', headers: office.headers })
  expect(JSON.stringify(audit.body)).not.toContain(reason)
})
