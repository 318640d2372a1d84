import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from '../../identity/hash-password.ts'
import { freeAttempts } from '../../identity/login-throttle.ts'
import { startSession } from '../../identity/sessions.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { humanToken } from '../../testing/human-token.ts'
import { signIn } from '../../testing/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const old_password = 'chiave di casa'
const new_password = 'tre gatti e un cane'
let serial = 0

/** A person with two sessions, this one and another, at their own address. */
async function someone() {
  serial += 1
  const address = `198.51.100.${serial}`
  const { user_id, headers } = await signIn(app.services, 'consumer')
  const password_hash = await hashPassword(old_password)
  const { user_name, elsewhere } = await app.services.asSystem(async (tx) => {
    await tx`insert into credentials (user_id, password_hash) values (${user_id}, ${password_hash})`
    const [user] = await tx`select user_name from users where user_id = ${user_id}`
    const elsewhere = await startSession(tx, { user_id, address, agent: null })
    return { user_name: user?.user_name as string, elsewhere }
  })
  const change = (body: object) =>
    app.call({
      method: 'POST',
      url: '/v1/users/change/password',
      headers: {
        ...headers,
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0',
      },
      body,
      remoteAddress: address,
    })
  const enter = async (password: string) => {
    const { status } = await app.call({
      method: 'POST',
      url: '/oauth/token',
      headers: {
        authorization: `Basic ${Buffer.from('web:web').toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
        'x-human-token': await humanToken(app.call),
      },
      body: new URLSearchParams({ grant_type: 'password', username: user_name, password }).toString(),
    })
    return status
  }
  const mails = () =>
    app.services.asSystem(
      (tx) => tx`select to_address, text from emails
        where to_address = (select email from users where user_id = ${user_id}) and template = 'password-changed'`,
    )
  return { user_id, user_name, headers, elsewhere, change, enter, mails }
}
const whoAmI = async (headers: Record<string, string>) =>
  (await app.call({ url: '/v1/users/me', headers })).status

describe('204', () => {
  it('the new password works, the old one does not; this session stays, all others end', async () => {
    const { headers, elsewhere, change, enter } = await someone()
    expect((await change({ old_password, new_password })).status).toBe(204)
    expect(await whoAmI(headers)).toBe(200)
    expect(await whoAmI({ authorization: `Bearer ${elsewhere.access_token}` })).toBe(401)
    expect(await enter(old_password)).toBe(400)
    expect(await enter(new_password)).toBe(200)
  })
  it('a mail says when and from where it was changed, and what to do if it was somebody else', async () => {
    const { change, mails } = await someone()
    await change({ old_password, new_password })
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail?.text).toMatch(/il \d\d\/\d\d\/\d{4} alle \d\d:\d\d, da Firefox su Linux\./)
    expect(mail?.text).toContain(`${app.services.env.PUBLIC_URL}/#/auth/recovery`)
    expect(mail?.text).not.toContain(new_password)
  })
  it('other people’s sessions stay open', async () => {
    const other = await someone()
    const { change } = await someone()
    expect((await change({ old_password, new_password })).status).toBe(204)
    expect(await whoAmI({ authorization: `Bearer ${other.elsewhere.access_token}` })).toBe(200)
  })
})

describe('400', () => {
  it.each([
    ['the old one is wrong', { old_password: 'chiave di cassa', new_password }, 'old_password', /usi adesso/],
    ['the new one is short', { old_password, new_password: 'corta' }, 'new_password', /almeno 10/],
    ['… or everybody’s', { old_password, new_password: 'Password2026' }, 'new_password', /prime che/],
    ['… or the same', { old_password, new_password: old_password }, 'new_password', /usi già/],
    ['nothing is said', {}, 'old_password', /Scrivi la password/],
    ['it is no text', { old_password: 5, new_password: [] }, 'new_password', /Scrivi la nuova/],
  ])('%s', async (_what, body, field, sentence) => {
    const { change, enter, mails } = await someone()
    const answer = await change(body)
    expect(answer.status).toBe(400)
    const { fields } = answer.body as { fields: Record<string, string> }
    expect(fields[field]).toMatch(sentence)
    expect(await enter(old_password)).toBe(200)
    expect(await mails()).toEqual([])
  })
  it('the user’s own name as password', async () => {
    const { user_name, change } = await someone()
    const { status, body } = await change({ old_password, new_password: `${user_name}!` })
    expect(status).toBe(400)
    expect(body).toMatchObject({ fields: { new_password: expect.stringMatching(/nome utente/) } })
  })
  it('a user who has no password', async () => {
    const { user_id, change } = await someone()
    await app.services.asSystem((tx) => tx`delete from credentials where user_id = ${user_id}`)
    expect((await change({ old_password, new_password })).status).toBe(400)
  })
  it('of two parallel changes only one is made', async () => {
    const { change, mails } = await someone()
    const answers = await Promise.all([
      change({ old_password, new_password }),
      change({ old_password, new_password: 'quattro cani e un gatto' }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400])
    expect(await mails()).toHaveLength(1)
  })
})

describe('429', () => {
  it('guesses of the old password are throttled like sign-in', async () => {
    const { change } = await someone()
    for (let tries = 0; tries < freeAttempts.user_and_address; tries += 1)
      expect((await change({ old_password: 'tirata a caso', new_password })).status).toBe(400)
    await app.services.asSystem(
      (tx) => tx`update sign_in_failures set last_at = last_at + interval '1 minute'`,
    )
    const slowed = await change({ old_password, new_password })
    expect(slowed.status).toBe(429)
    expect(slowed.body).toMatchObject({ error_description: expect.stringMatching(/^Troppi tentativi/) })
  })
})
