import { oneTimeGrant } from '@saldo/contract/identity/auth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteExpired } from '../../identity/delete-expired.job.ts'
import { hashPassword } from '../../identity/hash-password.ts'
import { makeRecoveryToken, makeSignInToken } from '../../identity/one-time-tokens.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { humanToken } from '../../testing/human-token.ts'
import { signIn } from '../../testing/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

let serial = 0

/** A person with a sign-in link; `link` follows it, `login` uses its token as the password. */
async function someone() {
  serial += 1
  const remoteAddress = `198.51.100.${serial}`
  const { user_id } = await signIn(app.services, 'consumer')
  const password_hash = await hashPassword('chiave di casa')
  const { user_name, token } = await app.services.asSystem(async (tx) => {
    await tx`insert into credentials (user_id, password_hash) values (${user_id}, ${password_hash})`
    const [user] = await tx`select user_name from users where user_id = ${user_id}`
    return { user_name: user?.user_name as string, token: await makeSignInToken(tx, user_id, 'business') }
  })
  const ask = async (fields: Record<string, string>, human?: string, edition?: string) =>
    app.call({
      method: 'POST',
      url: '/oauth/token',
      headers: {
        authorization: `Basic ${Buffer.from('web:web').toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
        ...(human ? { 'x-human-token': human } : {}),
        ...(edition ? { 'app-edition': edition } : {}),
      },
      body: new URLSearchParams(fields).toString(),
      remoteAddress,
    })
  const follow = (of = token, edition?: string) =>
    ask({ grant_type: oneTimeGrant, token: of }, undefined, edition)
  const login = async (password = token, username = user_name, edition?: string) =>
    ask({ grant_type: 'password', username, password }, await humanToken(app.call), edition)
  return { user_id, user_name, token, ask, follow, login }
}
const whoIs = async ({ body }: { body: never }) => {
  const { access_token } = body as { access_token: string }
  const me = await app.call({ url: '/v1/users/me', headers: { authorization: `Bearer ${access_token}` } })
  return (me.body as { user_id: number }).user_id
}
const gone = {
  error: 'invalid_grant',
  error_description: expect.stringMatching(/scaduto o è già stato usato/),
}

describe('200', () => {
  it('a one-time token signs its user in, once', async () => {
    const lucia = await someone()
    const answer = await lucia.follow()
    expect(answer.status).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(await whoIs(answer)).toBe(lucia.user_id)
    expect((await lucia.follow()).body).toMatchObject(gone)
    expect((await lucia.login()).status).toBe(400)
  })
  it('the token works once as the password of its user; the real password stays valid', async () => {
    const lucia = await someone()
    const answer = await lucia.login()
    expect(answer.status).toBe(200)
    expect(await whoIs(answer)).toBe(lucia.user_id)
    expect((await lucia.login()).body).toMatchObject({
      error: 'invalid_grant',
      error_description: 'Username o Password errate.',
    })
    expect((await lucia.follow()).status).toBe(400)
    expect((await lucia.login('chiave di casa')).status).toBe(200)
  })
  it('several tokens of a user are valid at the same time', async () => {
    const lucia = await someone()
    const second = await app.services.asSystem((tx) => makeSignInToken(tx, lucia.user_id, 'business'))
    expect(second).not.toBe(lucia.token)
    expect((await lucia.follow(second)).status).toBe(200)
    expect((await lucia.follow()).status).toBe(200)
  })
  it('a user without a password signs in by a link, too', async () => {
    const lucia = await someone()
    await app.services.asSystem((tx) => tx`delete from credentials where user_id = ${lucia.user_id}`)
    expect((await lucia.login()).status).toBe(200)
  })
})

describe('400', () => {
  it('the token is older than a quarter of an hour', async () => {
    const lucia = await someone()
    const moved = (minutes: number) =>
      app.services.asSystem(
        (tx) => tx`
          update one_time_tokens set expires_at = expires_at - make_interval(mins => ${minutes})
          where user_id = ${lucia.user_id}`,
      )
    await moved(14)
    expect((await lucia.follow()).status).toBe(200)
    const late = await someone()
    await app.services.asSystem(
      (tx) => tx`
        update one_time_tokens set expires_at = expires_at - interval '15 minutes' where user_id = ${late.user_id}`,
    )
    expect((await late.follow()).body).toMatchObject(gone)
    expect((await late.login()).status).toBe(400)
    await deleteExpired(app.services, {})
    const [left] = await app.services.asSystem(
      (tx) => tx`select count(*)::int as tokens from one_time_tokens where user_id = ${late.user_id}`,
    )
    expect(left?.tokens).toBe(0)
  })
  it('only one of many parallel uses signs in', async () => {
    const lucia = await someone()
    const answers = await Promise.all([1, 2, 3, 4].map(() => lucia.follow()))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
    const piero = await someone()
    const mixed = await Promise.all([piero.login(), piero.follow(), piero.login()])
    expect(mixed.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  })
  it('the token is used with another user name; it stays valid', async () => {
    const lucia = await someone()
    const piero = await someone()
    expect((await piero.login(lucia.token)).status).toBe(400)
    expect((await piero.login(lucia.token, 'nessuno')).status).toBe(400)
    expect((await lucia.follow()).status).toBe(200)
  })
  it.each([
    ['business', 'b2c'],
    ['b2c', undefined],
  ] as const)(
    'the token is for the edition %s, and another asks; it stays valid',
    async (audience, other) => {
      const lucia = await someone()
      const token = await app.services.asSystem((tx) => makeSignInToken(tx, lucia.user_id, audience))
      expect((await lucia.follow(token, other)).body).toMatchObject(gone)
      expect((await lucia.login(token, lucia.user_name, other)).status).toBe(400)
      expect(await whoIs(await lucia.follow(token, audience))).toBe(lucia.user_id)
    },
  )
  it('as a password, too, the token opens the edition it is for', async () => {
    const lucia = await someone()
    const token = await app.services.asSystem((tx) => makeSignInToken(tx, lucia.user_id, 'b2c'))
    expect((await lucia.login(token, lucia.user_name, 'b2c')).status).toBe(200)
    expect((await lucia.login('chiave di casa', lucia.user_name, 'b2c')).status).toBe(200)
  })
  it('the token is from a recovery link', async () => {
    const lucia = await someone()
    const recovery = await app.services.asSystem((tx) => makeRecoveryToken(tx, lucia.user_id))
    expect((await lucia.follow(`${recovery}`)).status).toBe(400)
    expect((await lucia.login(`${recovery}`)).status).toBe(400)
  })
  it('the password was changed after the token was made', async () => {
    const lucia = await someone()
    const { access_token } = (await lucia.login('chiave di casa')).body as { access_token: string }
    const changed = await app.call({
      method: 'POST',
      url: '/v1/users/change/password',
      headers: { authorization: `Bearer ${access_token}` },
      body: { old_password: 'chiave di casa', new_password: 'tre gatti e un cane' },
    })
    expect(changed.status).toBe(204)
    expect((await lucia.follow()).status).toBe(400)
  })
  it.each([
    ['no token', {}],
    ['an invented token', { token: 'x'.repeat(43) }],
    ['a token with a null byte', { token: 'a\0b' }],
    ['a token of 300 characters', { token: 'x'.repeat(300) }],
  ])('%s', async (_what, fields) => {
    const lucia = await someone()
    const { status, body } = await lucia.ask({ grant_type: oneTimeGrant, ...fields })
    expect(status).toBe(400)
    expect(body).toMatchObject({ error_description: expect.stringMatching(/\.$/) })
  })
})

it('stores no token in plain text', async () => {
  const { token } = await someone()
  const rows = await app.services.asSystem((tx) => tx`select t::text as row from one_time_tokens t`)
  const text = rows.map(({ row }) => row).join('\n')
  expect(text).toContain('sign_in')
  for (const written of [token, Buffer.from(token).toString('hex')]) expect(text).not.toContain(written)
})
