import type { SubUser, SubUserDetail } from '@saldo/contract/identity/sub-users'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../../jobs/worker.ts'
import { startApp, type TestApp } from '../../../testing/app.ts'
import { makeAccount, makeCustomer, signIn, signInSubUser } from '../../../testing/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

type Headers = Record<string, string>
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const send = async <Reply = SubUserDetail>(method: Method, url: string, headers: Headers, body?: object) => {
  const answer = await app.call({
    method,
    url: `/v1/users/subusers${url}`,
    headers,
    ...(body ? { body } : {}),
  })
  return { status: answer.status, body: answer.body as Reply & { error?: string; fields?: object } }
}
let serial = 0
const subUserInput = (of: object = {}) => {
  serial += 1
  return {
    nominative: `Sara ${serial}`,
    email: `sara${serial}@example.it`,
    permissions: ['bills:write', 'subjects:read'],
    all_accounts: true,
    ...of,
  }
}

/** An office with two condominiums and its owner. */
async function office() {
  const owner = await signIn(app.services, 'customer')
  const [one, other] = [
    await makeAccount(app.services, owner.customer_id),
    await makeAccount(app.services, owner.customer_id),
  ]
  return { ...owner, one, other }
}

describe('inviting', () => {
  it('201: mails an invitation, and stores the higher permission of each section and the named condominiums', async () => {
    const { headers, one } = await office()
    const { status, body } = await send('PUT', '', headers, {
      ...subUserInput({ all_accounts: false, account_ids: [one, one] }),
      permissions: ['bills:read', 'bills:write', 'subjects:read'],
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      state: 'invited',
      permissions: ['bills:write', 'subjects:read'],
      all_accounts: false,
      accounts_count: 1,
      accounts: [{ account_id: one }],
    })
    await runJobs(app.services)
    const mails = await app.services.asSystem(
      (tx) => tx<{ text: string }[]>`select text from emails where to_address = ${body.email}`,
    )
    expect(mails.map(({ text }) => text)).toEqual([expect.stringMatching(/#\/auth\/invito\/[\w-]{43}/)])
  })
  it('200: the list has users who are not removed, by name; its file has the permissions in words', async () => {
    const { headers } = await office()
    for (const nominative of ['Zoe', 'Ada', 'Marco'])
      await send('PUT', '', headers, subUserInput({ nominative }))
    const list = await send<{ items: SubUser[] }>('GET', '?limit=2', headers)
    expect(list.body.items.map(({ nominative }) => nominative)).toEqual(['Ada', 'Marco'])
    const found = await send<{ items: SubUser[] }>('GET', '?q=zoe&state=invited', headers)
    expect(found.body.items.map(({ nominative }) => nominative)).toEqual(['Zoe'])
    expect((await send<{ count: number }>('GET', '/summary', headers)).body.count).toBe(3)
    const file = await app.call({ url: '/v1/users/subusers/export', headers })
    expect(file.raw.toString()).toContain('Bollette (modifica), Anagrafica (lettura)')
  })
  it('400: no permission, or no condominium; 409: a user name that is taken', async () => {
    const { headers } = await office()
    expect(await send('PUT', '', headers, subUserInput({ permissions: [] }))).toMatchObject({
      status: 400,
      body: { fields: { permissions: expect.any(String) } },
    })
    expect(await send('PUT', '', headers, subUserInput({ all_accounts: false }))).toMatchObject({
      status: 400,
      body: { fields: { account_ids: expect.any(String) } },
    })
    const sara = subUserInput()
    await send('PUT', '', headers, sara)
    expect((await send('PUT', '', headers, sara)).status).toBe(409)
  })
  it('404: another office’s condominium', async () => {
    const { headers } = await office()
    const foreign = await makeAccount(app.services, await makeCustomer(app.services))
    const sara = subUserInput({ all_accounts: false, account_ids: [foreign] })
    expect((await send('PUT', '', headers, sara)).status).toBe(404)
  })
})

describe('a sub-user can grant only what they have', () => {
  it('409: a permission or condominiums that the caller lacks', async () => {
    const { customer_id, one, other } = await office()
    const { headers } = await signInSubUser(app.services, customer_id, {
      permissions: ['office:write', 'bills:read'],
      accounts: [one],
    })
    const invite = (of: object) =>
      send(
        'PUT',
        '',
        headers,
        subUserInput({ permissions: ['bills:read'], all_accounts: false, account_ids: [one], ...of }),
      )
    expect((await invite({ permissions: ['bills:write'] })).body).toMatchObject({ error: 'more_than_own' })
    expect((await invite({ all_accounts: true })).body).toMatchObject({ error: 'more_than_own' })
    expect((await invite({ account_ids: [other] })).status).toBe(404)
    expect((await invite({})).status).toBe(201)
  })
  it('409: changes of a user who has more, or of themselves', async () => {
    const { customer_id, headers: owner } = await office()
    const keeper = await signInSubUser(app.services, customer_id, {
      permissions: ['office:write', 'bills:read'],
    })
    const { user_id } = (await send('PUT', '', owner, subUserInput())).body
    for (const [method, url] of [
      ['POST', `/${user_id}/suspend`],
      ['POST', `/${user_id}/resume`],
      ['POST', `/${user_id}/resend`],
      ['DELETE', `/${user_id}`],
    ] as const)
      expect((await send(method, url, keeper.headers)).body).toMatchObject({ error: 'more_than_own' })
    const more = subUserInput({ permissions: ['bills:read'] })
    expect((await send('POST', `/${user_id}`, keeper.headers, more)).status).toBe(409)
    expect((await send('POST', `/${keeper.user_id}`, keeper.headers, more)).body).toMatchObject({
      error: 'oneself',
    })
  })
  it('the database refuses it, too', async () => {
    const { customer_id, one, other } = await office()
    const granted = { permissions: ['office:write', 'bills:read'], accounts: [one] }
    const keeper = await signInSubUser(app.services, customer_id, granted)
    const { user_id } = await signInSubUser(app.services, customer_id, { permissions: [], accounts: [one] })
    const as = <Result>(work: Parameters<typeof app.services.asCustomer<Result>>[1]) =>
      app.services.asCustomer({ customer_id, user_id: keeper.user_id }, work)
    const refused = { code: '42501' }
    const grant = (of: object) =>
      as((tx) => tx`insert into user_permissions ${tx({ user_id, customer_id, level: 'read', ...of })}`)
    await expect(grant({ section: 'payments' })).rejects.toMatchObject(refused)
    await expect(grant({ section: 'office', user_id: keeper.user_id, level: 'write' })).rejects.toBeDefined()
    await expect(
      as((tx) => tx`insert into user_accounts ${tx({ user_id, customer_id, account_id: other })}`),
    ).rejects.toMatchObject(refused)
    await expect(
      as((tx) => tx`update users set all_accounts = true where user_id = ${user_id}`),
    ).rejects.toMatchObject(refused)
    expect(
      await as(
        (tx) => tx`update users set nominative = 'io' where user_id = ${keeper.user_id} returning user_id`,
      ),
    ).toEqual([])
    await expect(
      as(
        (tx) =>
          tx`insert into users ${tx({ customer_id, user_name: 'tutto', nominative: 'T', state: 'invited' })}`,
      ),
    ).rejects.toMatchObject(refused)
    await grant({ section: 'bills' })
  })
})

describe('changing', () => {
  it('takes effect from their next request, and is in the history with the previous values', async () => {
    const { headers, customer_id, user_id: owner_id } = await office()
    const sara = await signInSubUser(app.services, customer_id, {
      permissions: ['bills:write'],
    })
    const bills = async () => (await app.call({ url: '/v1/bills', headers: sara.headers })).status
    expect(await bills()).toBe(200)
    const changed = await send('POST', `/${sara.user_id}`, headers, {
      nominative: 'Sara Neri',
      permissions: ['accounts:read'],
      all_accounts: true,
    })
    expect(changed.body).toMatchObject({ nominative: 'Sara Neri', permissions: ['accounts:read'] })
    expect(await bills()).toBe(403)
    const lines = await app.services.asSystem(
      (tx) => tx`
        select act, before, after, user_id from audit_log
        where noun = 'users' and record_id = ${sara.user_id} and user_id = ${owner_id} order by audit_id`,
    )
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ act: 'removed', before: expect.objectContaining({ section: 'bills' }) }),
        expect.objectContaining({ act: 'created', after: expect.objectContaining({ section: 'accounts' }) }),
      ]),
    )
  })
  it('can extend some condominiums to all, future ones included, and back', async () => {
    const { headers, customer_id, one, other } = await office()
    const sara = await signInSubUser(app.services, customer_id, {
      permissions: ['accounts:read'],
      accounts: [one],
    })
    const seen = async () => {
      const { body } = await app.call({ url: '/v1/accounts', headers: sara.headers })
      return (body as { items: { account_id: number }[] }).items.map(({ account_id }) => account_id).sort()
    }
    expect(await seen()).toEqual([one])
    const keep = { nominative: 'Sara', permissions: ['accounts:read'] }
    await send('POST', `/${sara.user_id}`, headers, { ...keep, all_accounts: true })
    expect(await seen()).toEqual([one, other].sort())
    await send('POST', `/${sara.user_id}`, headers, { ...keep, all_accounts: false, account_ids: [other] })
    expect(await seen()).toEqual([other])
  })
})

describe('who hears of it', () => {
  const toldOf = async (user_id: number) =>
    (
      await app.services.asSystem(
        (tx) => tx<{ title: string; body: string }[]>`
          delete from push_messages where user_id = ${user_id} returning title, body`,
      )
    ).map(({ title, body }) => `${title}. ${body}`)

  it('the full users, of a sub-user who gets to write condominiums or the office, at once or later', async () => {
    const { customer_id, headers } = await office()
    const colleague = await signIn(app.services, 'customer', customer_id)
    const told = () => toldOf(colleague.user_id)
    const input = subUserInput({ nominative: 'Sara', permissions: ['bills:write', 'office:read'] })
    const { body } = await send('PUT', '', headers, input)
    expect(await told()).toEqual([])
    const change = (permissions: string[]) =>
      send('POST', `/${body.user_id}`, headers, {
        nominative: 'Sara',
        permissions,
        all_accounts: true,
        account_ids: [],
      })
    expect((await change(['accounts:write', 'office:write'])).status).toBe(200)
    expect(await told()).toEqual([
      expect.stringMatching(/^Nuovi permessi per Sara.*chiedere un nuovo IBAN, e di modificare lo studio/),
    ])
    expect((await change(['accounts:write'])).status).toBe(200)
    expect(await told()).toEqual([])
    await send('PUT', '', headers, subUserInput({ nominative: 'Ugo', permissions: ['accounts:write'] }))
    expect(await told()).toEqual([expect.stringMatching(/^Nuovi permessi per Ugo.*nuovo IBAN/)])
  })
})

describe('suspending', () => {
  it('ends their sessions at once; when resumed they can sign in again', async () => {
    const { headers, customer_id } = await office()
    const sara = await signInSubUser(app.services, customer_id, { permissions: ['bills:read'] })
    await app.services.asSystem(
      (tx) => tx`insert into credentials (user_id, password_hash) values (${sara.user_id}, 'x')`,
    )
    expect((await send('POST', `/${sara.user_id}/suspend`, headers)).body.state).toBe('suspended')
    expect((await app.call({ url: '/v1/users/me', headers: sara.headers })).status).toBe(401)
    expect((await send('POST', `/${sara.user_id}/suspend`, headers)).status).toBe(200)
    expect((await send('POST', `/${sara.user_id}/resend`, headers)).status).toBe(409)
    expect((await send('POST', `/${sara.user_id}/resume`, headers)).body.state).toBe('active')
  })
  it('before a password was chosen: when resumed they are invited again, and only the newest link works', async () => {
    const { headers } = await office()
    const { user_id, email } = (await send('PUT', '', headers, subUserInput())).body
    const tokens = async () => {
      await runJobs(app.services)
      const mails = await app.services.asSystem(
        (tx) => tx<{ text: string }[]>`select text from emails where to_address = ${email} order by email_id`,
      )
      return mails.map(({ text }) => /invito\/([\w-]{43})/.exec(text)?.[1])
    }
    const [first] = await tokens()
    expect((await send('POST', `/${user_id}/suspend`, headers)).status).toBe(200)
    expect((await app.call({ url: `/v1/auth/recovery/${first}` })).status).toBe(410)
    expect((await send('POST', `/${user_id}/resume`, headers)).body.state).toBe('invited')
    expect((await send('POST', `/${user_id}/resend`, headers)).status).toBe(200)
    const second = (await tokens()).at(-1)
    expect((await app.call({ url: `/v1/auth/recovery/${second}` })).status).toBe(200)
  })
  it('removed users leave the list, and their name stays on what they did', async () => {
    const { headers } = await office()
    const { user_id } = (await send('PUT', '', headers, subUserInput())).body
    expect((await send('DELETE', `/${user_id}`, headers)).status).toBe(204)
    expect((await send('GET', `/${user_id}`, headers)).status).toBe(404)
    expect((await send<{ count: number }>('GET', '/summary', headers)).body.count).toBe(0)
  })
  it('404: a full user', async () => {
    const { headers, customer_id } = await office()
    const colleague = await signIn(app.services, 'customer', customer_id)
    expect((await send('POST', `/${colleague.user_id}/suspend`, headers)).status).toBe(404)
  })
})
