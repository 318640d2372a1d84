import type { SavedUser, User } from '@saldo/contract/identity/users'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { makeCustomer, signIn, signInSubUser } from '../../testing/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

type Headers = Record<string, string>
const send = async <Reply = SavedUser>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  headers: Headers,
  body?: object,
) => {
  const answer = await app.call({ method, url, headers, ...(body ? { body } : {}) })
  return { status: answer.status, body: answer.body as Reply }
}
/** The link in the newest mail of this kind, after running the jobs. */
async function linkTo(address: string, template: string) {
  await runJobs(app.services)
  const [mail] = await app.services.asSystem(
    (tx) => tx<{ text: string }[]>`
      select text from emails where to_address = ${address} and template = ${template} order by email_id desc limit 1`,
  )
  return /#\/auth\/\w+\/([\w-]{43})\s/.exec(mail?.text ?? '')?.[1] ?? null
}
const stateOf = async (user_id: number) =>
  (await app.services.asSystem((tx) => tx`select state from users where user_id = ${user_id}`))[0]?.state

describe('POST /v1/users: a new user', () => {
  it('200: is invited by mail, chooses a password once and is signed in', async () => {
    const { headers, customer_id } = await signIn(app.services, 'customer')
    const { status, body } = await send('POST', '/v1/users', headers, {
      nominative: 'Ada Bianchi',
      email: 'ada.nuova@example.it',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      user_name: 'ada.nuova@example.it',
      customer_id,
      state: 'invited',
      is_subuser: false,
    })
    const token = await linkTo('ada.nuova@example.it', 'invitation')
    expect((await send('GET', `/v1/auth/recovery/${token}`, {})).body).toEqual({
      user_name: 'ada.nuova@example.it',
    })
    const choose = () =>
      send('POST', `/v1/auth/recovery/${token}`, {}, { new_password: 'tre gatti e un cane' })
    expect((await choose()).status).toBe(204)
    expect(await stateOf(body.user_id)).toBe('active')
    expect((await choose()).status).toBe(410)
  })
  it('409: a user name that is taken, in any case, with a sentence at the field', async () => {
    const { headers } = await signIn(app.services, 'customer')
    const body = { nominative: 'Ada', email: 'ada.doppia@example.it' }
    expect((await send('POST', '/v1/users', headers, body)).status).toBe(200)
    const again = await send('POST', '/v1/users', headers, { ...body, email: 'ADA.doppia@example.it' })
    expect(again).toMatchObject({
      status: 409,
      body: { fields: { user_name: expect.stringMatching(/già/) } },
    })
  })
  it('409: a sub-user creates a full user', async () => {
    const customer_id = await makeCustomer(app.services)
    const { headers } = await signInSubUser(app.services, customer_id, {
      permissions: ['office:write'],
    })
    const body = { nominative: 'Ada', email: 'ada.tutto@example.it' }
    expect(await send('POST', '/v1/users', headers, body)).toMatchObject({
      status: 409,
      body: { error: 'full_user' },
    })
  })
  it('400: an office creates a user of the back office', async () => {
    const office = await signIn(app.services, 'customer')
    const back = await signIn(app.services, 'super_user')
    const body = { nominative: 'Ada', email: 'ada.back@example.it', flag_super_user: true }
    expect((await send('POST', '/v1/users', office.headers, body)).status).toBe(400)
    expect(await send('POST', '/v1/users', back.headers, body)).toMatchObject({
      status: 200,
      body: { role: 'super_user', customer_id: null, state: 'invited' },
    })
    expect(await linkTo('ada.back@example.it', 'invitation')).not.toBeNull()
    const by = await app.services.asSystem(
      (tx) => tx`
        select l.user_id from audit_log l join users u on u.user_id = l.record_id
        where l.noun = 'users' and l.act = 'created' and u.email = 'ada.back@example.it'`,
    )
    expect(by).toEqual([{ user_id: back.user_id }])
  })
  it('200: whoever is invited, by an office or for it, is known by who invited them, which never changes', async () => {
    const office = await signIn(app.services, 'customer')
    const back = await signIn(app.services, 'super_user')
    const { customer_id } = office
    for (const [by, email, of] of [
      [office, 'collega.uno@example.it', {}],
      [back, 'collega.due@example.it', { customer_id }],
    ] as const) {
      const body = { nominative: 'Un collega', email, ...of }
      const { user_id } = (await send<User>('POST', '/v1/users', by.headers, body)).body
      const change = (what: string) =>
        app.services.asSystem((tx) => tx.unsafe(`${what} where user_id = ${user_id}`))
      expect(await change('select invited_by from users')).toEqual([{ invited_by: by.user_id }])
      await expect(change('update users set invited_by = null')).rejects.toMatchObject({
        constraint_name: 'invited_once',
      })
    }
  })
  it('200: a new super user is known by who invited them, and the others are told', async () => {
    const [back, other] = [await signIn(app.services, 'super_user'), await signIn(app.services, 'super_user')]
    const body = { nominative: 'Mirella Sarti', email: 'mirella@example.it', flag_super_user: true }
    const { user_id } = (await send<User>('POST', '/v1/users', back.headers, body)).body
    const [made] = await app.services.asSystem(
      (tx) => tx`select invited_by, activated_at from users where user_id = ${user_id}`,
    )
    expect(made).toEqual({ invited_by: back.user_id, activated_at: null })
    const told = await app.services.asSystem(
      (tx) => tx`
        select title, body from push_messages where user_id = ${other.user_id} and title like '%Mirella Sarti'`,
    )
    expect(told).toMatchObject([{ body: expect.stringContaining('mirella@example.it') }])
    await app.services.asSystem((tx) => tx`update users set state = 'active' where user_id = ${user_id}`)
    const [active] = await app.services.asSystem(
      (tx) => tx`select activated_at = now() or activated_at > now() - interval '1 hour' as recent
        from users where user_id = ${user_id}`,
    )
    expect(active?.recent).toBe(true)
  })
  it('409: a super user with the mailbox of an office’s user, also with a tag', async () => {
    const back = await signIn(app.services, 'super_user')
    const office = await signIn(app.services, 'customer')
    await app.services.asSystem(
      (tx) => tx`update users set email = 'dello.studio@example.it' where user_id = ${office.user_id}`,
    )
    for (const email of ['dello.studio@example.it', 'Dello.Studio+saldo@example.it'])
      expect(
        await send('POST', '/v1/users', back.headers, { nominative: 'Pina', email, flag_super_user: true }),
      ).toMatchObject({ status: 409, body: { error: 'office_address' } })
  })
  it('409: another super user’s name', async () => {
    const [back, other] = [await signIn(app.services, 'super_user'), await signIn(app.services, 'super_user')]
    const [theirs] = await app.services.asSystem(
      (tx) => tx`select user_id, email from users where user_id = ${other.user_id}`,
    )
    const body = { ...theirs, email: theirs?.email ?? undefined, nominative: 'Un altro nome' }
    expect(await send('POST', '/v1/users', back.headers, body)).toMatchObject({
      status: 409,
      body: { error: 'not_own_name', fields: { nominative: expect.any(String) } },
    })
  })
  it('422: a super user who works for no customer and names none', async () => {
    const { headers } = await signIn(app.services, 'super_user')
    const body = { nominative: 'Ada', email: 'ada.nessuno@example.it' }
    expect((await send('POST', '/v1/users', headers, body)).status).toBe(422)
  })
  it.each([
    ['no name', { email: 'a@example.it' }, 'nominative'],
    ['no address', { nominative: 'Ada' }, 'email'],
    ['half an address', { nominative: 'Ada', email: 'ada@' }, 'email'],
    ['a name with blanks', { nominative: 'Ada', email: 'a@example.it', user_name: 'ada b' }, 'user_name'],
  ])('400: %s', async (_what, body, field) => {
    const { headers } = await signIn(app.services, 'customer')
    const answer = await send('POST', '/v1/users', headers, body)
    expect(answer).toMatchObject({ status: 400, body: { fields: { [field]: expect.stringMatching(/\.$/) } } })
  })
})

describe('a new e-mail address', () => {
  it('is asked for by no job: a statement smuggled into a request adds one for another user in vain', async () => {
    const { user_id } = await signIn(app.services, 'customer')
    const job = { user_id, email: 'ladro@example.it' }
    await app.services.sql
      .begin(async (tx) => {
        await tx`select enter('saldo_super', null, null, null)`
        await app.services.queue.enqueue(tx as never, 'send-email-change' as never, job as never)
      })
      .catch(() => undefined)
    expect(await linkTo('ladro@example.it', 'email-change')).toBeNull()
  })
  it('400: a name that a mail would show as a site; one from before stays while it is not changed', async () => {
    const { headers, user_id } = await signIn(app.services, 'consumer')
    const rename = (nominative: string) => send('PUT', '/v1/users/me', headers, { nominative })
    expect(await rename('Paga su saldo.help')).toMatchObject({
      status: 400,
      body: { fields: { nominative: expect.stringContaining('sito') } },
    })
    await app.services.asSystem(
      (tx) => tx`update users set nominative = 'Rossi/Bianchi' where user_id = ${user_id}`,
    )
    expect((await rename('Rossi/Bianchi')).status).toBe(200)
    expect((await rename('Ing. Rossi e F.lli Bianchi')).status).toBe(200)
  })
  it('takes effect once it is confirmed, once; the earlier address is notified', async () => {
    const { headers, user_id } = await signIn(app.services, 'consumer')
    const me = () => send<User>('GET', '/v1/users/me', headers)
    const { email: before } = (await me()).body
    const saved = await send('PUT', '/v1/users/me', headers, {
      nominative: 'Lucia Nuova',
      email: 'lucia.nuova@example.it',
    })
    expect(saved).toMatchObject({
      status: 200,
      body: { waiting_email: 'lucia.nuova@example.it', email: before },
    })
    expect((await me()).body).toMatchObject({ nominative: 'Lucia Nuova', email: before })
    const token = await linkTo('lucia.nuova@example.it', 'email-change')
    const confirm = () => send<unknown>('POST', `/v1/auth/email/${token}`, {})
    expect(await confirm()).toEqual({ status: 200, body: { email: 'lucia.nuova@example.it' } })
    expect((await me()).body.email).toBe('lucia.nuova@example.it')
    expect((await confirm()).status).toBe(410)
    await runJobs(app.services)
    const told = await app.services.asSystem(
      (tx) => tx`select html from emails where to_address = ${before} and template = 'email-changed'`,
    )
    expect(told).toEqual([{ html: expect.stringContaining('questo era l’indirizzo del tuo accesso') }])
    expect(user_id).toBeGreaterThan(0)
  })
  it('can only be confirmed by the newer of two requests, and only within a day', async () => {
    const { headers } = await signIn(app.services, 'customer')
    const ask = (email: string) => send('PUT', '/v1/users/me', headers, { nominative: 'Piero', email })
    await ask('primo@example.it')
    const first = await linkTo('primo@example.it', 'email-change')
    await ask('secondo@example.it')
    const second = await linkTo('secondo@example.it', 'email-change')
    expect((await send('POST', `/v1/auth/email/${first}`, {})).status).toBe(410)
    await app.services.asSystem(
      (tx) => tx`update one_time_tokens set expires_at = expires_at - interval '24 hours 1 minute'`,
    )
    expect((await send('POST', `/v1/auth/email/${second}`, {})).status).toBe(410)
  })
  it('409: of a colleague; the name may be changed, and the back office changes the address', async () => {
    const { headers, customer_id } = await signIn(app.services, 'customer')
    const colleague = await signIn(app.services, 'customer', customer_id)
    const was = (await send('GET', `/v1/users/${colleague.user_id}`, headers)).body.email
    const order = { user_id: colleague.user_id, nominative: 'Rosa Verdi', email: 'rosa@example.it' }
    const refused = await send('POST', '/v1/users', headers, order)
    expect(refused).toMatchObject({ status: 409, body: { error: 'not_own_address' } })
    const renamed = await send('POST', '/v1/users', headers, { ...order, email: was })
    expect(renamed.body).toMatchObject({ nominative: 'Rosa Verdi', waiting_email: null, email: was })
    const { headers: backoffice } = await signIn(app.services, 'super_user')
    const other = await signIn(app.services, 'super_user')
    const saved = await send('POST', '/v1/users', backoffice, order)
    expect(saved.body).toMatchObject({ waiting_email: 'rosa@example.it', email: was })
    const told = await app.services.asSystem(
      (tx) => tx`
        select m.body from push_messages m join users u using (user_id)
        where u.user_id = ${other.user_id} and m.title = 'Nuovo indirizzo e-mail per Rosa Verdi'`,
    )
    expect(told).toMatchObject([{ body: expect.stringContaining(`da ${was} a rosa@example.it`) }])
  })
  it('409: of somebody else in the back office, also while they are only invited', async () => {
    const { headers } = await signIn(app.services, 'super_user')
    const other = await signIn(app.services, 'super_user')
    const body = { nominative: 'Invitata', email: 'invitata@example.it', flag_super_user: true }
    const invited = (await send<User>('POST', '/v1/users', headers, body)).body
    for (const { user_id } of [other, invited])
      expect(
        await send('POST', '/v1/users', headers, { user_id, nominative: 'X', email: 'mia@example.it' }),
      ).toMatchObject({ status: 409, body: { error: 'not_own_address' } })
    expect(await linkTo('mia@example.it', 'email-change')).toBeNull()
  })
})

describe('DELETE /v1/users/{id}', () => {
  it('204: ends the sessions at once, keeps the record, and frees the user name', async () => {
    const { headers, customer_id } = await signIn(app.services, 'customer')
    const colleague = await signIn(app.services, 'customer', customer_id)
    const { user_name } = (await send<User>('GET', '/v1/users/me', colleague.headers)).body
    expect((await send('DELETE', `/v1/users/${colleague.user_id}`, headers)).status).toBe(204)
    expect((await send('GET', '/v1/users/me', colleague.headers)).status).toBe(401)
    expect((await send('GET', `/v1/users/${colleague.user_id}`, headers)).body).toMatchObject({
      state: 'removed',
    })
    const mine = (await send<User[]>('GET', '/v1/users/mine', headers)).body
    expect(mine.map(({ user_id }) => user_id)).not.toContain(colleague.user_id)
    expect((await send('DELETE', `/v1/users/${colleague.user_id}`, headers)).status).toBe(404)
    const again = await send('POST', '/v1/users', headers, {
      nominative: 'Rosa',
      email: 'r@example.it',
      user_name,
    })
    expect(again.status).toBe(200)
  })
  it('409: the user themselves, or the last full user', async () => {
    const { headers, user_id, customer_id } = await signIn(app.services, 'customer')
    expect(await send('DELETE', `/v1/users/${user_id}`, headers)).toMatchObject({
      status: 409,
      body: { error: 'oneself' },
    })
    const back = await signIn(app.services, 'super_user')
    const working = { ...back.headers, 'x-customer-id': String(customer_id) }
    expect(await send('DELETE', `/v1/users/${user_id}`, working)).toMatchObject({
      status: 409,
      body: { error: 'last_user' },
    })
  })
  it('409: one of two users who remove each other in parallel', async () => {
    const one = await signIn(app.services, 'customer')
    const other = await signIn(app.services, 'customer', one.customer_id)
    const answers = await Promise.all([
      send('DELETE', `/v1/users/${other.user_id}`, one.headers),
      send('DELETE', `/v1/users/${one.user_id}`, other.headers),
    ])
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
  })
  it('409: a full user, removed by a sub-user; 404: another office’s', async () => {
    const { user_id, customer_id } = await signIn(app.services, 'customer')
    const sub = await signInSubUser(app.services, customer_id, {
      permissions: ['office:write'],
    })
    expect((await send('DELETE', `/v1/users/${user_id}`, sub.headers)).status).toBe(409)
    const stranger = await signIn(app.services, 'customer')
    expect((await send('DELETE', `/v1/users/${user_id}`, stranger.headers)).status).toBe(404)
  })
})

describe('POST /v1/users/api/login', () => {
  it('200: stores only a hash, and returns no password; the same name again replaces it', async () => {
    const { headers, customer_id } = await signIn(app.services, 'customer')
    const body = {
      customer_id,
      username: 'gestionale',
      password: 'otto treni lenti',
      webhook_url: 'https://studio.example/eventi',
    }
    const first = await send<{ api_user_id: number }>('POST', '/v1/users/api/login', headers, body)
    expect(first).toMatchObject({
      status: 200,
      body: { customer_id, username: 'gestionale', webhook_url: 'https://studio.example/eventi' },
    })
    const again = await send<{ api_user_id: number }>('POST', '/v1/users/api/login', headers, {
      ...body,
      username: 'Gestionale',
      webhook_url: '',
    })
    expect(again.body).toMatchObject({ api_user_id: first.body.api_user_id, webhook_url: null })
    const [row] = await app.services.asSystem((tx) => tx`select password_hash from api_users`)
    expect(row?.password_hash).toMatch(/^\$argon2id\$/)
    expect(JSON.stringify([first, again])).not.toMatch(/argon2|otto treni/)
    const log = await app.services.asSystem(
      (tx) => tx`select before, after from audit_log where noun = 'api_users'`,
    )
    expect(log.length).toBeGreaterThan(0)
    expect(JSON.stringify(log)).not.toContain('argon2')
  })
  it('409: another customer’s name; 400: an easy password, or an address that is not https', async () => {
    const one = await signIn(app.services, 'customer')
    const other = await signIn(app.services, 'store')
    const save = (who: typeof one, of: object) =>
      send('POST', '/v1/users/api/login', who.headers, {
        ...{ customer_id: who.customer_id, username: 'contabile', password: 'otto treni lenti' },
        ...of,
      })
    expect((await save(one, {})).status).toBe(200)
    expect((await save(other, {})).status).toBe(409)
    expect(await save(one, { password: 'contabile1' })).toMatchObject({
      status: 400,
      body: { fields: { password: expect.any(String) } },
    })
    for (const webhook_url of ['http://studio.example', 'https://127.0.0.1/x', 'ftp://a.it', 'eventi'])
      expect(await save(one, { webhook_url })).toMatchObject({
        status: 400,
        body: { fields: { webhook_url: expect.any(String) } },
      })
  })
})
