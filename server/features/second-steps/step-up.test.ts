import { contract } from '@saldo/contract/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import {
  codeOf,
  password,
  signInSomeone,
  waitForMidStep,
} from '../../testing/features/second-step-fixtures.ts'
import { impersonate, signIn } from '../../testing/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

type SignedIn = Awaited<ReturnType<typeof signInSomeone>>
const exported = (me: SignedIn) => me.call('GET', '/v1/subjects/export?format=csv')

it('the endpoints that require it are those of the contract, and none that a link may call', () => {
  const asking = contract.filter(({ step_up }) => step_up)
  expect(asking.map(({ route }) => route).sort()).toEqual([
    'DELETE /v1/accounts/{id}',
    'DELETE /v1/auth/passkeys/{id}',
    'DELETE /v1/auth/totp',
    'DELETE /v1/iban-blacklist/{id}',
    'DELETE /v1/users/subusers/{id}',
    'DELETE /v1/users/{id}',
    'GET /v1/accounts/docs/download/{document_id}',
    'GET /v1/accounts/import/{id}/errors',
    'GET /v1/agents/export',
    'GET /v1/audit/export',
    'GET /v1/bills/import/{id}/errors',
    'GET /v1/bills/printed-notices',
    'GET /v1/bounces/export',
    'GET /v1/certificates/pdf/{id}',
    'GET /v1/customers/docs/download/{document_id}',
    'GET /v1/customers/export',
    'GET /v1/customers/incomplete/export',
    'GET /v1/data-exports/{id}/file',
    'GET /v1/emails/export',
    'GET /v1/files/{id}/content',
    'GET /v1/files/{id}/download',
    'GET /v1/files/{id}/preview',
    'GET /v1/flows/{id}/file',
    'GET /v1/handovers/{id}/file',
    'GET /v1/mandates/{id}/scan',
    'GET /v1/money-transfers/{id}/file',
    'GET /v1/notes/export',
    'GET /v1/reminders/export',
    'GET /v1/reminders/letters',
    'GET /v1/subjects/docs/download/{document_id}',
    'GET /v1/subjects/dossier-pdf/{id}',
    'GET /v1/subjects/export',
    'GET /v1/subjects/statement-pdf/{id}',
    'GET /v1/suppressed-addresses/export',
    'GET /v1/transfers/export',
    'GET /v1/units/export',
    'GET /v1/users/subusers/export',
    'POST /v1/accounts',
    'POST /v1/accounts/import/{id}/undo',
    'POST /v1/accounts/reveal-iban/{id}',
    'POST /v1/agents/commissions/close',
    'POST /v1/agents/commissions/pay',
    'POST /v1/auth/passkeys/options',
    'POST /v1/auth/recovery-codes',
    'POST /v1/auth/totp',
    'POST /v1/bills/credit-note/{id}',
    'POST /v1/credit-refunds',
    'POST /v1/credit-refunds/{id}/outcome',
    'POST /v1/debit-runs/{id}/present',
    'POST /v1/debits/outcome/{id}',
    'POST /v1/delegations',
    'POST /v1/delegations/consent/{id}',
    'POST /v1/delegations/subjects/{id}',
    'POST /v1/files/kinds',
    'POST /v1/files/{id}/delete',
    'POST /v1/files/{id}/download-unscanned',
    'POST /v1/files/{id}/retention',
    'POST /v1/handovers',
    'POST /v1/handovers/{id}/confirm',
    'POST /v1/impersonations',
    'POST /v1/maintenances',
    'POST /v1/maintenances/{id}/prolong',
    'POST /v1/money-transfers',
    'POST /v1/money-transfers/{id}/approve',
    'POST /v1/money-transfers/{id}/cancel',
    'POST /v1/money-transfers/{id}/hand-over',
    'POST /v1/money-transfers/{id}/outcome',
    'POST /v1/office-debts/{id}/retake',
    'POST /v1/office-debts/{id}/settle',
    'POST /v1/queries/{id}/approve',
    'POST /v1/query-runs/file',
    'POST /v1/receipts-exports',
    'POST /v1/settings/email/template-rollback',
    'POST /v1/settings/email/template-update-live',
    'POST /v1/stripe/account/create/{id}',
    'POST /v1/stripe/account/delete/{id}',
    'POST /v1/stripe/account/update/{id}',
    'POST /v1/stripe/refund/{id}',
    'POST /v1/subjects/merge',
    'POST /v1/transfer-orders',
    'POST /v1/users',
    'POST /v1/users/api/login',
    'POST /v1/users/btoc/create/{id}',
    'POST /v1/users/btoc/delete/{id}',
    'POST /v1/users/btoc/leave',
    'POST /v1/users/change/password',
    'POST /v1/users/subusers/{id}',
    'POST /v1/users/subusers/{id}/resend',
    'POST /v1/users/subusers/{id}/resume',
    'POST /v1/users/subusers/{id}/suspend',
    'PUT /v1/accounts',
    'PUT /v1/accounts/confirm-iban/{id}',
    'PUT /v1/accounts/contact-changes/{id}',
    'PUT /v1/accounts/update-iban/{id}/{iban}',
    'PUT /v1/customers',
    'PUT /v1/customers/contact-changes/{id}',
    'PUT /v1/feature-switches/{feature}',
    'PUT /v1/iban-blacklist',
    'PUT /v1/minimum-versions/{edition}',
    'PUT /v1/money-transfer-limits',
    'PUT /v1/query-authors',
    'PUT /v1/users/me',
    'PUT /v1/users/subusers',
  ])
  for (const { allow, link } of asking)
    expect([allow.includes('anonymous'), link]).toEqual([false, undefined])
})

it('the documentation names them', async () => {
  const { body } = await app.call({ url: '/openapi.json' })
  const { paths } = body as { paths: Record<string, Record<string, { responses: Record<string, unknown> }>> }
  expect(paths['/v1/stripe/refund/{id}']?.post).toMatchObject({
    'x-step-up': true,
    responses: { 403: { description: expect.stringContaining('step_up_required') } },
  })
  expect(paths['/v1/bills/export']?.get).not.toHaveProperty('x-step-up')
})

describe('403', () => {
  it('more than ten minutes after sign-in: lists the possible ways, and does nothing', async () => {
    const me = await signInSomeone(app, 'customer')
    await me.provedMinutesAgo(9)
    expect((await exported(me)).status).toBe(200)
    await me.provedMinutesAgo(10)
    const refused = await exported(me)
    expect(refused.status).toBe(403)
    expect(refused.body).toMatchObject({ error: 'step_up_required', proof: { ways: ['password'] } })
    const refund = await me.call('POST', '/v1/stripe/refund/1', { reason: 'duplicate' })
    expect(refund).toMatchObject({ status: 403, body: { error: 'step_up_required' } })
    expect((await me.call('GET', '/v1/subjects')).status).toBe(200)
  })
  it.each([
    ['removing a colleague or a super user', 'DELETE', '/v1/users/1'],
    ['taking an imported registry away', 'POST', '/v1/accounts/import/1/undo'],
    ['removing a sub-user', 'DELETE', '/v1/users/subusers/1'],
    ['suspending a sub-user', 'POST', '/v1/users/subusers/1/suspend'],
    ['letting a sub-user in again', 'POST', '/v1/users/subusers/1/resume'],
    ['taking a resident’s access away', 'POST', '/v1/users/btoc/delete/1'],
    ['giving a resident access', 'POST', '/v1/users/btoc/create/1'],
    ['merging two people', 'POST', '/v1/subjects/merge'],
    ['closing the account at the provider', 'POST', '/v1/stripe/account/delete/1'],
    ['making a super user', 'POST', '/v1/users'],
  ] as const)('%s', async (_act, method, url) => {
    const me = await signInSomeone(app, 'super_user')
    const { customer_id } = await signIn(app.services, 'customer')
    await me.provedMinutesAgo(11)
    // Accesses are given in one's own name, and all else only while impersonating.
    const headers = /^\/v1\/users($|\/\d+$|\/subusers\/|\/btoc\/create\/)/.test(url)
      ? { ...me.headers, 'x-customer-id': String(customer_id) }
      : await impersonate(app.services, me, customer_id)
    const pair = { kept_id: 1, merged_id: 2, from_merged: [] }
    const body = { nominative: 'Ada', email: 'ada@example.it', flag_super_user: true, ...pair }
    const { body: refused } = await app.call({ method, url, headers, ...(method === 'POST' && { body }) })
    expect(refused).toMatchObject({ error: 'step_up_required' })
  })
  it('lists enrolled second steps; they cannot be changed either', async () => {
    const me = await signInSomeone(app, 'customer')
    await me.withApp()
    const { passkey_id } = await me.withPasskey()
    await me.provedMinutesAgo(11)
    for (const [method, url] of [
      ['POST', '/v1/auth/totp'],
      ['DELETE', '/v1/auth/totp'],
      ['POST', '/v1/auth/passkeys/options'],
      ['DELETE', `/v1/auth/passkeys/${passkey_id}`],
      ['POST', '/v1/auth/recovery-codes'],
    ] as const)
      expect((await me.call(method, url)).body).toMatchObject({
        error: 'step_up_required',
        proof: { ways: ['passkey', 'totp', 'recovery_code'] },
      })
  })
  it('with a second step, a session that only the password has proved: the one that added it, and any other', async () => {
    const me = await signInSomeone(app, 'customer')
    const elsewhere = (await me.enter()).body as { access_token: string }
    const { secret } = await me.withApp({ proved: false })
    expect((await exported(me)).body).toMatchObject({ proof: { ways: ['totp', 'recovery_code'] } })
    expect((await me.call('DELETE', '/v1/auth/totp')).status).toBe(403)
    const headers = { authorization: `Bearer ${elsewhere.access_token}` }
    expect((await app.call({ url: '/v1/subjects/export', headers })).status).toBe(403)

    await me.call('POST', '/v1/auth/step-up', { code: codeOf(secret) })
    expect((await me.call('DELETE', '/v1/auth/totp')).status).toBe(204)
    expect((await exported(me)).status).toBe(200)
    // A proof by the app of before says nothing about the one that is added now.
    await me.withApp({ proved: false })
    expect((await exported(me)).status).toBe(403)
  })
  it('a super user, too, whichever customer they work for', async () => {
    const me = await signInSomeone(app, 'super_user')
    await me.provedMinutesAgo(11)
    expect((await exported(me)).body).toMatchObject({ error: 'step_up_required' })
  })
  it('a session that was renewed but not proved again', async () => {
    const me = await signInSomeone(app, 'customer')
    const { refresh_token } = (await me.enter()).body as { refresh_token: string }
    await me.provedMinutesAgo(11)
    const renewed = await me.token({ grant_type: 'refresh_token', refresh_token })
    const { access_token } = renewed.body as { access_token: string }
    const { status } = await app.call({
      url: '/v1/subjects/export',
      headers: { authorization: `Bearer ${access_token}` },
    })
    expect(status).toBe(403)
  })
  it('roles without access and wrong input are refused before step-up is required', async () => {
    const consumer = await signInSomeone(app)
    await consumer.provedMinutesAgo(11)
    expect((await exported(consumer)).body).toMatchObject({ error: 'forbidden' })
    const me = await signInSomeone(app, 'customer')
    await me.provedMinutesAgo(11)
    expect((await me.call('GET', '/v1/subjects/export?format=pdf')).status).toBe(400)
  })
})

describe('204: POST /v1/auth/step-up', () => {
  const ways: Record<string, (me: SignedIn) => Promise<object>> = {
    'the password': async () => ({ password }),
    'a code of the app': async (me) => ({ code: codeOf((await me.withApp()).secret) }),
    'a recovery code': async (me) => ({ recovery_code: (await me.withApp()).recovery_codes[0] }),
    'a passkey': async (me) => {
      const { device } = await me.withPasskey()
      await me.provedMinutesAgo(11)
      const options = (await me.call('POST', '/v1/auth/step-up/passkey')).body as { challenge: string }
      return { passkey: device.get(options) }
    },
  }
  it.each(Object.keys(ways))('%s: proves the identity for ten minutes, not longer', async (which) => {
    const me = await signInSomeone(app, 'customer')
    await waitForMidStep()
    const body = (await ways[which]?.(me)) as object
    await me.provedMinutesAgo(11)
    expect((await exported(me)).status).toBe(403)
    expect((await me.call('POST', '/v1/auth/step-up', body)).status).toBe(204)
    expect((await exported(me)).status).toBe(200)
    await me.provedMinutesAgo(10)
    expect((await exported(me)).status).toBe(403)
  })
  it('signing in with the second step proves as much', async () => {
    const me = await signInSomeone(app, 'customer')
    const { secret } = await me.withApp()
    const { ticket } = await me.ticket()
    const { access_token } = (await me.second({ ticket, code: codeOf(secret) })).body as {
      access_token: string
    }
    const headers = { authorization: `Bearer ${access_token}` }
    expect((await app.call({ method: 'DELETE', url: '/v1/auth/totp', headers })).status).toBe(204)
  })
  it('a recovery code is used up, and its user is told', async () => {
    const me = await signInSomeone(app, 'customer')
    const [recovery_code] = (await me.withApp()).recovery_codes
    const prove = async () => await me.call('POST', '/v1/auth/step-up', { recovery_code })
    expect((await prove()).status).toBe(204)
    expect(await prove()).toMatchObject({
      status: 400,
      body: { fields: { recovery_code: expect.stringMatching(/già stato usato/) } },
    })
    expect((await me.mails()).map(({ subject }) => subject)).toContain('È stato usato un codice di recupero')
  })
  it('proves only this session', async () => {
    const me = await signInSomeone(app, 'customer')
    const { access_token } = (await me.enter()).body as { access_token: string }
    await me.provedMinutesAgo(11)
    await me.call('POST', '/v1/auth/step-up', { password })
    const elsewhere = await app.call({
      url: '/v1/subjects/export',
      headers: { authorization: `Bearer ${access_token}` },
    })
    expect(elsewhere.status).toBe(403)
  })
})

describe('400: POST /v1/auth/step-up', () => {
  it('a missing or wrong proof, or another person’s passkey; the session stays unchanged', async () => {
    const [me, other] = [await signInSomeone(app, 'customer'), await signInSomeone(app)]
    const { secret } = await me.withApp()
    await me.withPasskey()
    const { device } = await other.withPasskey()
    await me.provedMinutesAgo(11)
    const options = (await me.call('POST', '/v1/auth/step-up/passkey')).body as { challenge: string }
    for (const body of [
      {},
      { password: 'chiave di cassa' },
      { code: codeOf(secret, 30) },
      { recovery_code: '0000-0000-0000-0000' },
      { passkey: device.get(options) },
      { passkey: {} },
    ]) {
      expect((await me.call('POST', '/v1/auth/step-up', body)).status).toBe(400)
      expect((await exported(me)).status).toBe(403)
    }
  })
  it.each(['an app', 'a passkey'])('the right password of a user who has %s', async (which) => {
    const me = await signInSomeone(app, 'customer')
    await (which === 'an app' ? me.withApp() : me.withPasskey())
    await me.provedMinutesAgo(11)
    for (const tried of [password, 'chiave di cassa'])
      expect(await me.call('POST', '/v1/auth/step-up', { password: tried })).toMatchObject({
        status: 400,
        body: { error: 'second_step_required' },
      })
    expect((await exported(me)).status).toBe(403)
  })
  it('a code used twice, also if it was used for sign-in', async () => {
    const me = await signInSomeone(app, 'customer')
    const { secret } = await me.withApp()
    const code = codeOf(secret)
    const { ticket } = await me.ticket()
    expect((await me.second({ ticket, code })).status).toBe(200)
    const { status, body } = await me.call('POST', '/v1/auth/step-up', { code })
    expect(status).toBe(400)
    expect(body).toMatchObject({ fields: { code: expect.stringMatching(/già stato usato/) } })
  })
  it('a passkey answer used twice', async () => {
    const me = await signInSomeone(app)
    const { device } = await me.withPasskey()
    const options = (await me.call('POST', '/v1/auth/step-up/passkey')).body as { challenge: string }
    const passkey = device.get(options)
    const prove = async () => (await me.call('POST', '/v1/auth/step-up', { passkey })).status
    expect([await prove(), await prove()]).toEqual([204, 400])
  })
  it('409: passkey options for a user without passkey', async () => {
    const me = await signInSomeone(app)
    expect((await me.call('POST', '/v1/auth/step-up/passkey')).status).toBe(409)
  })
})

it('429: guesses of the password are throttled like sign-in', async () => {
  const me = await signInSomeone(app)
  const guess = (tried: string) => me.call('POST', '/v1/auth/step-up', { password: tried })
  for (let wrong = 0; wrong < 5; wrong += 1) expect((await guess('no')).status).toBe(400)
  expect((await guess(password)).status).toBe(429)
})
