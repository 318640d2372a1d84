import type { Impersonation } from '@saldo/contract/identity/impersonations'
import type { AuditLine } from '@saldo/contract/reports/audit'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashToken } from '../../http/actor.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { makeAccount, makeCustomer, signIn } from '../../testing/people.ts'
import { endExpired } from './end-expired.job.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

type Headers = Record<string, string>
type Reply<Body> = { status: number; body: Body & { error?: string; fields?: Record<string, string> } }
async function send<Body = Impersonation>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  headers: Headers,
  payload?: object,
): Promise<Reply<Body>> {
  const { status, body } = await app.call({
    ...{ method, url: `/v1/${path}`, headers },
    ...(payload ? { payload } : {}),
  })
  return { status, body: body as Reply<Body>['body'] }
}

/** A super user who has chosen an office, and looks at its records. */
async function looking() {
  const customer_id = await makeCustomer(app.services, { business_name: 'Studio Verdi' })
  const person = await signIn(app.services, 'super_user')
  const headers = { ...person.headers, 'x-customer-id': String(customer_id) }
  const start = (of: object = {}) =>
    send('POST', 'impersonations', headers, {
      customer_id,
      reason: 'Chiamata di Verdi: aggiunge un condominio',
      ...of,
    })
  const addAccount = () => send<{ account_id: number }>('PUT', 'accounts', headers, { name: 'Aurora' })
  return { ...person, customer_id, headers, start, addAccount }
}
const open = async (headers: Headers) =>
  (await send<{ impersonation: Impersonation | null }>('GET', 'impersonations/open', headers)).body
    .impersonation
const longAgo = (user_id: number) =>
  app.services.asSystem(
    (tx) => tx`
      update impersonations set started_at = started_at - interval '3 hours', until = until - interval '3 hours'
      where user_id = ${user_id} and ended_at is null`,
  )
const causes = (user_id: number) =>
  app.services.asSystem(async (tx) =>
    (await tx`select ended_how from impersonations where user_id = ${user_id} order by impersonation_id`).map(
      ({ ended_how }) => ended_how,
    ),
  )

describe('without impersonating', () => {
  it('200: a super user sees the records of the customer whom they chose', async () => {
    const { headers, customer_id } = await looking()
    await makeAccount(app.services, customer_id, { name: 'Aurora' })
    const { body } = await send<{ items: { name: string }[] }>('GET', 'accounts', headers)
    expect(body.items.map(({ name }) => name)).toEqual(['Aurora'])
  })
  it('403: changes nothing of it, with and without having chosen it', async () => {
    const { headers, user_id, customer_id, addAccount } = await looking()
    expect(await addAccount()).toMatchObject({ status: 403, body: { error: 'impersonation_required' } })
    const { authorization } = headers as { authorization: string }
    const named = { nominative: 'Serra Davide', customer_id }
    expect(await send('PUT', 'subjects', { authorization }, named)).toMatchObject({
      ...{ status: 403, body: { error: 'impersonation_required' } },
    })
    const lines = await app.services.asSystem((tx) => tx`select from audit_log where user_id = ${user_id}`)
    expect(lines).toHaveLength(0)
  })
  it('the database itself refuses to write, also to statements that no act sends', async () => {
    const { headers, customer_id } = await looking()
    const token = hashToken((headers as { authorization: string }).authorization.replace('Bearer ', ''))
    const tries = (write: (tx: postgres.TransactionSql) => Promise<unknown>) =>
      app.services.sql.begin(async (tx) => {
        await tx`select from become_session(${token}, ${customer_id}, false)`
        await write(tx)
      })
    await expect(
      tries((tx) => tx`insert into accounts (customer_id, name) values (${customer_id}, 'Di nascosto')`),
    ).rejects.toMatchObject({ code: '25006' })
    await expect(tries((tx) => tx`set transaction read write`)).rejects.toBeInstanceOf(postgres.PostgresError)
    await expect(
      tries(async (tx) => {
        await tx`select set_config('saldo.impersonation_id', '1', true)`
        await tx`insert into accounts (customer_id, name) values (${customer_id}, 'Di nascosto')`
      }),
    ).rejects.toMatchObject({ code: '25006' })
  })
})

describe('POST /v1/impersonations', () => {
  it('201: for half an hour unless said otherwise; then the super user changes what the office may', async () => {
    const { start, addAccount, headers } = await looking()
    const { status, body } = await start()
    expect(status).toBe(201)
    expect(body).toMatchObject({ business_name: 'Studio Verdi', ended_at: null })
    expect(Date.parse(body.until) - Date.parse(body.started_at)).toBe(30 * 60_000)
    expect(await open(headers)).toMatchObject({ impersonation_id: body.impersonation_id })
    expect((await addAccount()).status).toBe(201)
  })
  it('201: another customer ends the one before', async () => {
    const { start, headers, user_id, addAccount } = await looking()
    await start()
    const other = await makeCustomer(app.services)
    await start({ customer_id: other })
    expect(await causes(user_id)).toEqual(['other_customer', null])
    expect((await open(headers))?.customer_id).toBe(other)
    expect((await addAccount()).status).toBe(403)
  })
  it('is open in the session that started it, not in another one of the same user', async () => {
    const { start, user_id, customer_id } = await looking()
    await start()
    const token = 'z'.repeat(43)
    await app.services.asSystem(async (tx) => {
      const [session] = await tx`
        insert into sessions (user_id, proved_by_second_step) values (${user_id}, true) returning session_id`
      await tx`
        insert into access_tokens (token_hash, session_id, expires_at)
        values (${hashToken(token)}, ${session?.session_id}, now() + interval '1 hour')`
    })
    const headers = { authorization: `Bearer ${token}`, 'x-customer-id': String(customer_id) }
    expect((await send('PUT', 'accounts', headers, { name: 'Aurora' })).status).toBe(403)
  })
  it.each([
    ['no reason', { reason: '' }, 'reason'],
    ['a reason that says nothing', { reason: ' .. ' }, 'reason'],
    ['more than four hours', { minutes: 241 }, 'minutes'],
    ['no time at all', { minutes: 0 }, 'minutes'],
  ])('400: %s', async (_what, of, field) => {
    const { status, body } = await (await looking()).start(of)
    expect({ status, fields: Object.keys(body.fields ?? {}) }).toEqual({ status: 400, fields: [field] })
  })
  it('403: anybody else', async () => {
    const office = await signIn(app.services, 'customer')
    const body = { customer_id: office.customer_id, reason: 'Per provare' }
    expect((await send('POST', 'impersonations', office.headers, body)).status).toBe(403)
  })
  it('403: a session that proved its identity more than ten minutes ago; after the proof it starts', async () => {
    const { start, headers, user_id } = await looking()
    const proved = (minutes: number) =>
      app.services.asSystem(
        (tx) =>
          tx`update sessions set proved_at = now() - make_interval(mins => ${minutes}) where user_id = ${user_id}`,
      )
    await proved(11)
    expect(await start()).toMatchObject({ status: 403, body: { error: 'step_up_required' } })
    expect(await open(headers)).toBeNull()
    await proved(0)
    expect((await start()).status).toBe(201)
  })
  it('404: no such customer', async () => {
    expect((await (await looking()).start({ customer_id: 987_654_321 })).status).toBe(404)
  })
})

describe('the end', () => {
  it('by the button', async () => {
    const { start, headers, addAccount, user_id } = await looking()
    const { impersonation_id } = (await start()).body
    const end = () => send('POST', `impersonations/${impersonation_id}/end`, headers, {})
    expect((await end()).body).toMatchObject({ ended_how: 'button' })
    expect((await end()).body).toMatchObject({ ended_how: 'button' })
    expect((await addAccount()).status).toBe(403)
    expect(await open(headers)).toBeNull()
    expect(await causes(user_id)).toEqual(['button'])
  })
  it('404: somebody else’s', async () => {
    const { start } = await looking()
    const { impersonation_id } = (await start()).body
    const { headers } = await signIn(app.services, 'super_user')
    expect((await send('POST', `impersonations/${impersonation_id}/end`, headers, {})).status).toBe(404)
  })
  it('by itself when its time is up, before any job has written that down', async () => {
    const { start, headers, addAccount, user_id } = await looking()
    await start()
    await longAgo(user_id)
    expect((await addAccount()).status).toBe(403)
    expect(await open(headers)).toBeNull()
    await endExpired(app.services, {})
    expect(await causes(user_id)).toEqual(['expired'])
  })
  it('by signing out', async () => {
    const { start, headers, user_id } = await looking()
    await start()
    expect((await send('POST', 'auth/logout', headers, {})).status).toBe(204)
    expect(await causes(user_id)).toEqual(['sign_out'])
  })
})

describe('the audit log', () => {
  it('names both on each line, with the reason, and tells the office when it began and ended', async () => {
    const { start, addAccount, headers, customer_id } = await looking()
    const { impersonation_id, reason, nominative } = (await start()).body
    const { account_id } = (await addAccount()).body
    await send('POST', `impersonations/${impersonation_id}/end`, headers, {})
    const office = await signIn(app.services, 'customer', customer_id)
    const lines = async (query: string) =>
      (await send<{ items: AuditLine[] }>('GET', `audit?${query}`, office.headers)).body.items
    expect(await lines(`noun=accounts&record=${account_id}`)).toMatchObject([
      { actor: nominative, flag_super_user: true, acted_for: 'Studio Verdi', acted_because: reason },
    ])
    expect(await lines('noun=customers&by=back_office')).toMatchObject([
      { part: 'impersonations', act: 'changed', after: { ended_how: 'button' } },
      { part: 'impersonations', act: 'created', after: { reason } },
    ])
    expect((await lines('by=office')).filter(({ flag_super_user }) => flag_super_user)).toEqual([])
  })
})
