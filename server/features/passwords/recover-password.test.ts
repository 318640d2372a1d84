import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteExpired } from '../../identity/delete-expired.job.ts'
import { hashPassword } from '../../identity/hash-password.ts'
import { freeAttempts } from '../../identity/login-throttle.ts'
import { runJobs } from '../../jobs/worker.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { humanToken } from '../../testing/human-token.ts'
import { signIn } from '../../testing/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const new_password = 'tre gatti e un cane'
let serial = 0

/** A person who has forgotten their password, at their own address. */
async function someone() {
  serial += 1
  const remoteAddress = `198.51.100.${serial}`
  const { user_id, headers } = await signIn(app.services, 'consumer')
  const password_hash = await hashPassword('chiave di casa')
  const [user] = await app.services.asSystem(async (tx) => {
    await tx`insert into credentials (user_id, password_hash) values (${user_id}, ${password_hash})`
    return tx<{ user_name: string; email: string }[]>`
      select user_name, email from users where user_id = ${user_id}`
  })
  if (!user) throw new Error('nobody')
  const ask = async (username = user.user_name, recaptcha_token?: string) =>
    app.call({
      method: 'POST',
      url: '/v1/users/recovery/password',
      body: { username, recaptcha_token: recaptcha_token ?? (await humanToken(app.call)) },
      remoteAddress,
    })
  const recover = (token: string, body: object = { new_password }) =>
    app.call({ method: 'POST', url: `/v1/auth/recovery/${token}`, body, remoteAddress })
  const whose = (token: string) => app.call({ url: `/v1/auth/recovery/${token}` })
  const enter = async (password: string) => {
    const { status } = await app.call({
      method: 'POST',
      url: '/oauth/token',
      headers: {
        authorization: `Basic ${Buffer.from('web:web').toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
        'x-human-token': await humanToken(app.call),
      },
      body: new URLSearchParams({
        grant_type: 'password',
        username: user.user_name,
        password,
      }).toString(),
      remoteAddress,
    })
    return status
  }
  return { ...user, user_id, headers, ask, recover, whose, enter }
}

/** The latest mails, after running the jobs. */
async function mailsTo(address: string, template = 'password-recovery') {
  await runJobs(app.services)
  const mails = await app.services.asSystem(
    (tx) => tx<{ text: string; html: string }[]>`
      select text, html from emails where to_address = ${address} and template = ${template} order by email_id`,
  )
  return mails.map(({ text, html }) => {
    const token = /#\/auth\/recovery\/([\w-]{43})\s/.exec(text)?.[1] ?? ''
    return { text, html, token }
  })
}
/** Moves the requests into the past by so many minutes. */
const earlier = (minutes: number) =>
  app.services.asSystem(
    (tx) => tx`
      update one_time_tokens set created_at = created_at - make_interval(mins => ${minutes}),
        expires_at = expires_at - make_interval(mins => ${minutes})`,
  )
async function asked(person: Awaited<ReturnType<typeof someone>>) {
  expect((await person.ask()).status).toBe(204)
  return (await mailsTo(person.email)).at(-1)?.token as string
}

describe('204', () => {
  it('a mailed link sets a new password once; the password then works, and all sessions have ended', async () => {
    const lucia = await someone()
    const token = await asked(lucia)
    expect((await lucia.whose(token)).body).toEqual({ user_name: lucia.user_name })
    expect((await lucia.recover(token)).status).toBe(204)
    expect(await lucia.enter('chiave di casa')).toBe(400)
    expect(await lucia.enter(new_password)).toBe(200)
    expect((await app.call({ url: '/v1/users/me', headers: lucia.headers })).status).toBe(401)
    expect(await mailsTo(lucia.email, 'password-changed')).toHaveLength(1)
    const again = await lucia.recover(token, { new_password: 'quattro cani e un gatto' })
    expect(again.status).toBe(410)
    expect(again.body).toMatchObject({
      error_description: 'Questo link è scaduto o è già stato usato. Chiedine un altro.',
    })
  })
  it('a user who never had a password can use it, too, and the name may be in any case', async () => {
    const lucia = await someone()
    await app.services.asSystem((tx) => tx`delete from credentials where user_id = ${lucia.user_id}`)
    expect((await lucia.ask(` ${lucia.user_name.toUpperCase()} `)).status).toBe(204)
    const [mail] = await mailsTo(lucia.email)
    expect((await lucia.recover(`${mail?.token}`)).status).toBe(204)
    expect(await lucia.enter(new_password)).toBe(200)
  })
  it('only the hash of the link’s token is stored', async () => {
    const lucia = await someone()
    const token = await asked(lucia)
    const kept = await app.services.asSystem((tx) => tx`select t::text as row from one_time_tokens t`)
    const text = kept.map(({ row }) => row).join('\n')
    for (const written of [token, Buffer.from(token).toString('hex')]) expect(text).not.toContain(written)
    expect(text).toContain(`,${lucia.user_id},recovery,`)
  })
  it('the answer is the same for an unknown name and for a user without address', async () => {
    const lucia = await someone()
    const silent = await someone()
    await app.services.asSystem((tx) => tx`update users set email = null where user_id = ${silent.user_id}`)
    const answers = []
    for (const name of [lucia.user_name, 'nessuno', silent.user_name, "o'brien; drop table users"]) {
      const { status, body, headers, raw } = await lucia.ask(name)
      const { 'x-request-id': _id, date: _date, ...said } = headers
      // One job each, existing user or not: the work is the same until the answer is sent.
      const jobs = await app.services.queue.boss.fetch<{ user_name: string }>('send-recovery', {
        batchSize: 9,
      })
      answers.push({
        status,
        body,
        said,
        raw: raw.length,
        jobs: jobs.map(({ data }) => data.user_name === name),
      })
    }
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(answers[0]).toMatchObject({ status: 204, jobs: [true] })
  })
  it('a second request within a minute sends no mail; a later one makes the newest link the only valid one', async () => {
    const lucia = await someone()
    const first = await asked(lucia)
    expect(await asked(lucia)).toBe(first)
    await earlier(2)
    const second = await asked(lucia)
    expect(second).not.toBe(first)
    expect((await lucia.whose(first)).status).toBe(410)
    expect((await lucia.recover(first)).status).toBe(410)
    expect((await lucia.recover(second)).status).toBe(204)
  })
  it('too many wrong passwords do not block the recovery', async () => {
    const lucia = await someone()
    const token = await asked(lucia)
    for (let tries = 0; tries < freeAttempts.user_and_address; tries += 1) await lucia.enter('a caso')
    await app.services.asSystem(
      (tx) => tx`update sign_in_failures set last_at = last_at + interval '1 minute'`,
    )
    expect(await lucia.enter('chiave di casa')).toBe(429)
    expect((await lucia.recover(token)).status).toBe(204)
    expect(await lucia.enter(new_password)).toBe(200)
  })
})

describe('400', () => {
  it('a password that is too easy; the link stays valid', async () => {
    const lucia = await someone()
    const token = await asked(lucia)
    for (const [easy, sentence] of [
      ['corta', /almeno 10/],
      ['Password2026', /prime che/],
      [`${lucia.user_name}!!`, /nome utente/],
    ] as const) {
      const { status, body } = await lucia.recover(token, { new_password: easy })
      expect(status).toBe(400)
      expect(body).toMatchObject({ fields: { new_password: expect.stringMatching(sentence) } })
    }
    expect((await lucia.recover(token, {})).status).toBe(400)
    expect((await lucia.recover(token)).status).toBe(204)
  })
  it.each([
    ['no name', { recaptcha_token: 'x' }, 'username'],
    ['a blank name', { username: '  ', recaptcha_token: 'x' }, 'username'],
    ['no human check', { username: 'lucia' }, 'recaptcha_token'],
    ['an invented human check', { username: 'lucia', recaptcha_token: 'x' }, 'recaptcha_token'],
    ['a name that is not text', { username: { a: 1 }, recaptcha_token: 'x' }, 'username'],
    ['a name with a null byte', { username: 'a\0b', recaptcha_token: 'x' }, 'username'],
  ])('%s', async (_what, body, field) => {
    const answer = await app.call({ method: 'POST', url: '/v1/users/recovery/password', body })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ fields: { [field]: expect.stringMatching(/\.$/) } })
  })
  it('a human check used a second time', async () => {
    const lucia = await someone()
    const check = await humanToken(app.call)
    expect((await lucia.ask(lucia.user_name, check)).status).toBe(204)
    expect((await lucia.ask(lucia.user_name, check)).status).toBe(400)
  })
  it('an incomplete link', async () => {
    const lucia = await someone()
    expect((await lucia.recover('corto')).status).toBe(400)
  })
})

describe('410', () => {
  it('a link older than an hour', async () => {
    const lucia = await someone()
    const token = await asked(lucia)
    await earlier(59)
    expect((await lucia.whose(token)).status).toBe(200)
    await earlier(2)
    expect((await lucia.whose(token)).status).toBe(410)
    expect((await lucia.recover(token)).status).toBe(410)
    await deleteExpired(app.services, {})
    expect((await lucia.recover(token)).status).toBe(410)
    expect(await lucia.enter('chiave di casa')).toBe(200)
  })
  it('an invented link', async () => {
    const lucia = await someone()
    expect((await lucia.whose('x'.repeat(43))).status).toBe(410)
    expect((await lucia.recover('x'.repeat(43))).status).toBe(410)
  })
  it('the second of two parallel uses of a link', async () => {
    const lucia = await someone()
    const token = await asked(lucia)
    const answers = await Promise.all([
      lucia.recover(token),
      lucia.recover(token, { new_password: 'quattro cani e un gatto' }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 410])
  })
  it('a link from before another change of the password', async () => {
    const lucia = await someone()
    const token = await asked(lucia)
    const { status } = await app.call({
      method: 'POST',
      url: '/v1/users/change/password',
      headers: lucia.headers,
      body: { old_password: 'chiave di casa', new_password },
    })
    expect(status).toBe(204)
    expect((await lucia.recover(token)).status).toBe(410)
  })
})

describe('429', () => {
  it('requests are throttled, also for an unknown name, and sign-in still works', async () => {
    const lucia = await someone()
    for (const name of [lucia.user_name, 'nessuno']) {
      for (let tries = 0; tries < freeAttempts.user_and_address; tries += 1)
        expect((await lucia.ask(name)).status).toBe(204)
      await app.services.asSystem(
        (tx) => tx`update sign_in_failures set last_at = last_at + interval '1 minute'`,
      )
      const slowed = await lucia.ask(name)
      expect(slowed.status).toBe(429)
      expect(slowed.body).toMatchObject({ error_description: expect.stringMatching(/^Troppi tentativi/) })
    }
    expect(await lucia.enter('chiave di casa')).toBe(200)
    expect(await mailsTo(lucia.email)).toHaveLength(1)
  })
})
