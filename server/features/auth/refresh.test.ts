import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteExpired } from '../../identity/delete-expired.job.ts'
import { startSession } from '../../identity/sessions.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { signIn, type TestRole } from '../../testing/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

type Tokens = { access_token: string; refresh_token: string }

async function newSession(role: TestRole = 'consumer'): Promise<Tokens & { user_id: number }> {
  const { user_id } = await signIn(app.services, role)
  const tokens = await app.services.asSystem((tx) =>
    startSession(tx, { user_id, address: '192.0.2.1', agent: 'test' }),
  )
  return { ...tokens, user_id }
}

const renew = async (refresh_token: string) => {
  const { status, body, headers } = await app.call({
    method: 'POST',
    url: '/oauth/token',
    headers: {
      authorization: `Basic ${Buffer.from('web:web').toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token, b2c: '0' }).toString(),
  })
  return {
    status,
    headers,
    error: body as { error: string; error_description: string },
    tokens: body as Tokens,
  }
}
const whoAmI = async (access_token: string) =>
  (await app.call({ url: '/v1/users/me', headers: { authorization: `Bearer ${access_token}` } })).status

/** Moves all spent refresh tokens past the grace period. */
const graceOver = () =>
  app.services.asSystem((tx) => tx`update refresh_tokens set spent_at = spent_at - interval '11 seconds'`)

describe('200', () => {
  it('returns a fresh access token and the successor of the refresh token', async () => {
    const first = await newSession()
    const { status, tokens, headers } = await renew(first.refresh_token)
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('no-store')
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 600 })
    expect(tokens.access_token).not.toBe(first.access_token)
    expect(tokens.refresh_token).not.toBe(first.refresh_token)
    expect(await whoAmI(tokens.access_token)).toBe(200)
  })
  it('the same refresh token used twice within the grace period returns the same successor', async () => {
    const { refresh_token } = await newSession()
    const first = await renew(refresh_token)
    const again = await renew(refresh_token)
    expect(again.status).toBe(200)
    expect(again.tokens.refresh_token).toBe(first.tokens.refresh_token)
    expect(again.tokens.access_token).not.toBe(first.tokens.access_token)
    expect(await whoAmI(first.tokens.access_token)).toBe(200)
    expect(await whoAmI(again.tokens.access_token)).toBe(200)
    expect((await renew(again.tokens.refresh_token)).status).toBe(200)
  })
  it('fifty tabs that refresh one session at once get one successor; after 11 s the old token ends the session', async () => {
    const { refresh_token, access_token, user_id } = await newSession()
    const answers = await Promise.all(Array.from({ length: 50 }, () => renew(refresh_token)))
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200))
    const [successor, ...others] = new Set(answers.map(({ tokens }) => tokens.refresh_token))
    expect(others).toEqual([])
    const given = [access_token, ...answers.map(({ tokens }) => tokens.access_token)]
    expect(new Set(given).size).toBe(51)
    for (const token of given) expect(await whoAmI(token)).toBe(200)
    const kept = await app.services.asSystem(
      (tx) => tx`
        select spent_at is null as unspent, count(*)::int as tokens
        from refresh_tokens join sessions using (session_id) where user_id = ${user_id} group by 1 order by 1`,
    )
    expect(kept).toMatchObject([
      { unspent: false, tokens: 1 },
      { unspent: true, tokens: 1 },
    ])
    await graceOver()
    expect((await renew(refresh_token)).error).toMatchObject({
      error: 'invalid_grant',
      error_description: 'Sessione scaduta.',
    })
    expect((await renew(`${successor}`)).status).toBe(400)
    for (const token of given) expect(await whoAmI(token)).toBe(401)
  })
  it('a session lasts while it is renewed, even if its first token has expired', async () => {
    const { refresh_token } = await newSession()
    const second = (await renew(refresh_token)).tokens.refresh_token
    await app.services.asSystem(
      (tx) => tx`update refresh_tokens set expires_at = now() - interval '1 day' where spent_at is not null`,
    )
    expect((await renew(second)).status).toBe(200)
  })
})

describe('400', () => {
  it('an unknown token', async () => {
    const { status, error } = await renew('x'.repeat(43))
    expect(status).toBe(400)
    expect(error).toMatchObject({ error: 'invalid_grant', error_description: 'Sessione scaduta.' })
  })
  it('an expired refresh token', async () => {
    const { refresh_token } = await newSession()
    await app.services.asSystem((tx) => tx`update refresh_tokens set expires_at = now()`)
    expect((await renew(refresh_token)).status).toBe(400)
  })
  it('a spent token after the grace period: the whole session ends, also for the holder of the successor', async () => {
    const { refresh_token, access_token, user_id } = await newSession()
    const { tokens } = await renew(refresh_token)
    const other = await app.services.asSystem((tx) =>
      startSession(tx, { user_id, address: '192.0.2.2', agent: null }),
    )
    await graceOver()
    expect((await renew(refresh_token)).error).toMatchObject({ error: 'invalid_grant' })
    expect(await whoAmI(access_token)).toBe(401)
    expect(await whoAmI(tokens.access_token)).toBe(401)
    expect((await renew(tokens.refresh_token)).status).toBe(400)
    expect(await whoAmI(other.access_token)).toBe(200)
    expect((await renew(other.refresh_token)).status).toBe(200)
  })
  it('a token older than the immediate predecessor: the session ends even within the grace period', async () => {
    const { refresh_token } = await newSession()
    const second = await renew(refresh_token)
    const third = await renew(second.tokens.refresh_token)
    expect((await renew(refresh_token)).status).toBe(400)
    expect(await whoAmI(third.tokens.access_token)).toBe(401)
    expect((await renew(third.tokens.refresh_token)).status).toBe(400)
  })
})

const minute = 60
const hour = 60 * minute
const day = 24 * hour

describe.each([
  ['super_user', 2 * hour, 12 * hour],
  ['customer', 12 * hour, 14 * day],
  ['store', 12 * hour, 14 * day],
  ['consumer', 30 * day, 90 * day],
] as const)('the limits of a session of a %s', (role, idle, absolute) => {
  /** Moves signing in and the last renewal into the past, but not the tokens' own ends. */
  const ago = (user_id: number, of: { created: number; used: number }) =>
    app.services.asSystem(
      (tx) => tx`
        update sessions set created_at = now() - make_interval(secs => ${of.created}),
          used_at = now() - make_interval(secs => ${of.used})
        where user_id = ${user_id}`,
    )

  it('400: idle for too long after the last request, which the access token may have carried at its end', async () => {
    const { user_id, refresh_token } = await newSession(role)
    await ago(user_id, { created: idle + 9 * minute, used: idle + 9 * minute })
    const { status, tokens } = await renew(refresh_token)
    expect(status).toBe(200)
    await ago(user_id, { created: idle + 20 * minute, used: idle + 10 * minute })
    const refused = await renew(tokens.refresh_token)
    expect(refused).toMatchObject({
      status: 400,
      error: { error: 'invalid_grant', error_description: 'Sessione scaduta.' },
    })
  })
  it('400: too long after signing in, however much it was used; no token outlives it', async () => {
    const { user_id, refresh_token } = await newSession(role)
    await ago(user_id, { created: absolute - 5 * minute, used: minute })
    const { status, tokens } = await renew(refresh_token)
    expect(status).toBe(200)
    expect((tokens as Tokens & { expires_in: number }).expires_in).toBeLessThanOrEqual(5 * minute)
    const [left] = await app.services.asSystem(
      (tx) => tx`
        select max(extract(epoch from r.expires_at - now()))::int as seconds
        from refresh_tokens r join sessions s using (session_id) where s.user_id = ${user_id} and r.spent_at is null`,
    )
    expect(left?.seconds).toBeLessThanOrEqual(5 * minute)
    await ago(user_id, { created: absolute, used: minute })
    expect((await renew(tokens.refresh_token)).status).toBe(400)
  })
})

describe('401', () => {
  it('an access token older than ten minutes', async () => {
    const { access_token, refresh_token } = await newSession()
    expect(await whoAmI(access_token)).toBe(200)
    await app.services.asSystem((tx) => tx`update access_tokens set expires_at = now()`)
    expect(await whoAmI(access_token)).toBe(401)
    expect(await whoAmI((await renew(refresh_token)).tokens.access_token)).toBe(200)
  })
  it('a refresh token used as an access token', async () => {
    expect(await whoAmI((await newSession()).refresh_token)).toBe(401)
  })
  it('every token of a session after logout; other sessions stay valid', async () => {
    const first = await newSession()
    const { tokens } = await renew(first.refresh_token)
    const elsewhere = await app.services.asSystem((tx) =>
      startSession(tx, { user_id: first.user_id, address: '192.0.2.2', agent: null }),
    )
    const headers = { authorization: `Bearer ${tokens.access_token}` }
    expect((await app.call({ method: 'POST', url: '/v1/auth/logout', headers })).status).toBe(204)
    expect(await whoAmI(first.access_token)).toBe(401)
    expect(await whoAmI(tokens.access_token)).toBe(401)
    expect((await renew(tokens.refresh_token)).status).toBe(400)
    expect(await whoAmI(elsewhere.access_token)).toBe(200)
    expect((await app.call({ method: 'POST', url: '/v1/auth/logout', headers })).status).toBe(401)
  })
})

describe('deleting expired rows', () => {
  it('deletes only rows that can no longer be used', async () => {
    const lapsed = await newSession()
    const going = await newSession()
    const { tokens } = await renew(going.refresh_token)
    await app.services.asSystem(async (tx) => {
      await tx`
        update access_tokens set expires_at = now() - interval '1 second'
        where session_id in (select session_id from sessions where user_id = ${lapsed.user_id})`
      await tx`
        update refresh_tokens set expires_at = now() - interval '1 second'
        where session_id in (select session_id from sessions where user_id = ${lapsed.user_id})`
      await tx`
        insert into spent_challenges (challenge, expires_at)
        values ('\\x01', now() - interval '1 second'), ('\\x02', now() + interval '1 minute')`
      await tx`
        insert into sign_in_failures (key, failures, last_at)
        values ('\\x01', 9, now() - interval '2 hours'), ('\\x02', 9, now() - interval '5 minutes')`
    })
    await deleteExpired(app.services, {})
    const left = await app.services.asSystem(async (tx) => ({
      sessions: (await tx`select user_id from sessions`).map(({ user_id }) => user_id),
      challenges: (await tx`select encode(challenge, 'hex') as key from spent_challenges`).map(
        ({ key }) => key,
      ),
      failures: (await tx`select encode(key, 'hex') as key from sign_in_failures`).map(({ key }) => key),
    }))
    expect(left.sessions).not.toContain(lapsed.user_id)
    expect(left.sessions).toContain(going.user_id)
    expect(left).toMatchObject({ challenges: ['02'], failures: ['02'] })
    expect(await whoAmI(tokens.access_token)).toBe(200)
    expect((await renew(tokens.refresh_token)).status).toBe(200)
  })
})
