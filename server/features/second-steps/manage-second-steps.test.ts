import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import { authenticator } from '../../testing/authenticator.ts'
import { codeOf, signInSomeone } from '../../testing/features/second-step-fixtures.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const none = { totp_since: null, passkeys: [], recovery_codes_left: 0 }
const steps = async (me: Awaited<ReturnType<typeof signInSomeone>>) =>
  (await me.call('GET', '/v1/auth/second-steps')).body as unknown
const subjects = async (me: Awaited<ReturnType<typeof signInSomeone>>) =>
  (await me.mails()).map(({ subject }) => subject)

describe('an authenticator app', () => {
  it.each(['consumer', 'awaiting', 'customer', 'store'] as const)(
    '200: a %s adds and removes one, a mail says so each time',
    async (role) => {
      const me = await signInSomeone(app, role)
      expect(await steps(me)).toEqual(none)
      const { recovery_codes } = await me.withApp()
      expect(recovery_codes).toHaveLength(10)
      for (const code of recovery_codes)
        expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{6}-){3}[0-9a-hjkmnp-tv-z]{6}$/)
      expect(await steps(me)).toMatchObject({ totp_since: expect.any(String), recovery_codes_left: 10 })
      expect((await me.call('DELETE', '/v1/auth/totp')).status).toBe(204)
      expect(await steps(me)).toEqual(none)
      expect((await me.enter()).status).toBe(200)
      expect(await subjects(me)).toEqual(['Hai aggiunto un’app per i codici', 'Hai tolto l’app per i codici'])
    },
  )
  it('200: the QR code has the secret and names the user', async () => {
    const me = await signInSomeone(app)
    const { body } = await me.call('POST', '/v1/auth/totp')
    const { secret, uri, qr } = body as {
      secret: string
      uri: string
      qr: { size: number; path: string }
    }
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    const read = new URL(uri)
    expect([read.protocol, read.host, decodeURIComponent(read.pathname)]).toEqual([
      'otpauth:',
      'totp',
      `/Saldo:${me.user_name}`,
    ])
    expect(Object.fromEntries(read.searchParams)).toMatchObject({
      secret,
      issuer: 'Saldo',
      digits: '6',
      period: '30',
    })
    const dark = [...qr.path.matchAll(/h(\d+)v1/g)].reduce((sum, [, length]) => sum + Number(length), 0)
    expect(qr.size).toBeGreaterThan(20)
    expect(dark / qr.size ** 2).toBeGreaterThan(0.3)
  })
  it('400: a wrong code, which changes nothing; 429: after five', async () => {
    const me = await signInSomeone(app)
    const { secret } = (await me.call('POST', '/v1/auth/totp')).body as { secret: string }
    const confirm = (code: string) => me.call('PUT', '/v1/auth/totp', { code })
    const wrong = await confirm(codeOf(secret, 40))
    expect(wrong.status).toBe(400)
    expect(wrong.body).toMatchObject({ fields: { code: expect.stringMatching(/ora del telefono/) } })
    expect(await steps(me)).toEqual(none)
    for (let again = 0; again < 4; again += 1) await confirm(codeOf(secret, 41 + again))
    expect((await confirm(codeOf(secret))).status).toBe(429)
  })
  it('400: no code; 409: no proposed secret, or one older than 15 minutes', async () => {
    const me = await signInSomeone(app)
    expect((await me.call('PUT', '/v1/auth/totp', { code: ' ' })).status).toBe(400)
    expect((await me.call('PUT', '/v1/auth/totp', { code: '123456' })).status).toBe(409)
    const { secret } = (await me.call('POST', '/v1/auth/totp')).body as { secret: string }
    await app.services.asSystem(
      (tx) => tx`update totp_secrets set proposed_until = now() where user_id = ${me.user_id}`,
    )
    expect((await me.call('PUT', '/v1/auth/totp', { code: codeOf(secret) })).status).toBe(409)
  })
  it('200: the app of the old phone works until the new one is confirmed, then no longer; the recovery codes stay', async () => {
    const me = await signInSomeone(app)
    const { secret: before } = await me.withApp()
    const { secret } = (await me.call('POST', '/v1/auth/totp')).body as { secret: string }
    const enter = async (code: string) =>
      (await me.second({ ticket: (await me.ticket()).ticket, code })).status
    expect(await enter(codeOf(before))).toBe(200)
    const { body } = await me.call('PUT', '/v1/auth/totp', { code: codeOf(secret) })
    expect(body).toEqual({ recovery_codes: null })
    expect(await enter(codeOf(before, 1))).toBe(400)
    expect(await enter(codeOf(secret, 1))).toBe(200)
  })
  it('400: a code, if the secret was sealed with another server secret; the recovery codes still work', async () => {
    const me = await signInSomeone(app)
    const { secret, recovery_codes } = await me.withApp()
    await app.services.asSystem(
      (tx) =>
        tx`update totp_secrets set secret = decode(repeat('ab', 48), 'hex') where user_id = ${me.user_id}`,
    )
    const { ticket } = await me.ticket()
    expect((await me.second({ ticket, code: codeOf(secret) })).status).toBe(400)
    expect((await me.second({ ticket, recovery_code: `${recovery_codes[0]}` })).status).toBe(200)
  })
})

describe('a passkey', () => {
  it('201, 204: is added, renamed and removed; mails report the first and the last one', async () => {
    const me = await signInSomeone(app)
    const { passkey_id, recovery_codes } = await me.withPasskey('Portatile')
    expect(recovery_codes).toHaveLength(10)
    const second = await me.withPasskey('Telefono')
    expect(second.recovery_codes).toBeNull()
    expect((await me.call('PUT', `/v1/auth/passkeys/${passkey_id}`, { name: ' Mac ' })).status).toBe(204)
    expect(await steps(me)).toMatchObject({
      passkeys: [
        { passkey_id, name: 'Mac', created_at: expect.any(String), used_at: null },
        { passkey_id: second.passkey_id, name: 'Telefono' },
      ],
    })
    for (const id of [passkey_id, second.passkey_id])
      expect((await me.call('DELETE', `/v1/auth/passkeys/${id}`)).status).toBe(204)
    expect(await steps(me)).toEqual(none)
    expect(await subjects(me)).toEqual([
      ...['Hai aggiunto una passkey', 'Hai aggiunto una passkey'],
      ...['Hai tolto una passkey', 'Hai tolto una passkey'],
    ])
  })
  it('200: the options name the existing passkeys, so that a device does not create a second one', async () => {
    const me = await signInSomeone(app)
    const { device } = await me.withPasskey()
    const { body } = await me.call('POST', '/v1/auth/passkeys/options')
    const { id } = device.get({ challenge: 'x' })
    expect(body).toMatchObject({
      excludeCredentials: [{ id }],
      authenticatorSelection: { userVerification: 'required' },
    })
  })
  it('400: an answer to no options or another user’s, a used one, one without user verification, or no answer', async () => {
    const [me, other] = [await signInSomeone(app), await signInSomeone(app)]
    const { hostname: rpId, origin } = new URL(app.services.env.PUBLIC_URL)
    const options = async (of: typeof me) =>
      (await of.call('POST', '/v1/auth/passkeys/options')).body as { challenge: string }
    const add = async (answer: object) =>
      (await me.call('POST', '/v1/auth/passkeys', { name: 'Telefono', answer })).status
    const device = authenticator({ origin, rpId })
    expect(await add(device.create({ challenge: 'B'.repeat(43) }))).toBe(400)
    expect(await add(device.create(await options(other)))).toBe(400)
    expect(await add(device.create(await options(me), { flags: 0x41 }))).toBe(400)
    expect(await add(device.create(await options(me), { origin: 'http://saldo.example' }))).toBe(400)
    expect(await add({ id: 5 })).toBe(400)
    const good = device.create(await options(me))
    expect(await add(good)).toBe(201)
    expect(await add(good)).toBe(400)
    expect(await steps(me)).toMatchObject({ passkeys: [{ name: 'Telefono' }] })
  })
  it('400: no name, or a name that is too long; 409: a key of another person', async () => {
    const [me, other] = [await signInSomeone(app), await signInSomeone(app)]
    const { device } = await other.withPasskey()
    const challenge = (await me.call('POST', '/v1/auth/passkeys/options')).body as { challenge: string }
    const answer = device.create(challenge)
    for (const name of ['', ' ', 'x'.repeat(61), 'a\0b'])
      expect((await me.call('POST', '/v1/auth/passkeys', { name, answer })).body).toMatchObject({
        fields: { name: expect.any(String) },
      })
    expect((await me.call('POST', '/v1/auth/passkeys', { name: 'Sua', answer })).status).toBe(409)
  })
  it('404: another person’s', async () => {
    const [me, other] = [await signInSomeone(app), await signInSomeone(app)]
    const { passkey_id } = await other.withPasskey()
    expect((await me.call('DELETE', `/v1/auth/passkeys/${passkey_id}`)).status).toBe(404)
    expect((await me.call('PUT', `/v1/auth/passkeys/${passkey_id}`, { name: 'Mia' })).status).toBe(404)
    expect(await steps(other)).toMatchObject({ passkeys: [{ name: 'Telefono' }] })
  })
  it('409: the twenty-first', async () => {
    const me = await signInSomeone(app)
    await app.services.asSystem(async (tx) => {
      await tx`
        insert into passkeys (user_id, name, credential_id, public_key, counter)
        select ${me.user_id}, 'Chiave', 'many' || n, '', 0 from generate_series(1, 20) n`
      await tx`
        update sessions set proved_at = now(), proved_by_second_step = true where user_id = ${me.user_id}`
    })
    expect((await me.call('POST', '/v1/auth/passkeys/options')).status).toBe(409)
  })
})

describe('recovery codes', () => {
  it('409: the user has no second step', async () => {
    const me = await signInSomeone(app)
    expect((await me.call('POST', '/v1/auth/recovery-codes')).status).toBe(409)
  })
  it('201: creates ten new ones and mails the user; they are deleted with the last second step', async () => {
    const me = await signInSomeone(app)
    await me.withApp()
    const { passkey_id } = await me.withPasskey()
    expect((await me.call('POST', '/v1/auth/recovery-codes')).status).toBe(201)
    expect((await subjects(me)).at(-1)).toBe('Hai nuovi codici di recupero')
    await me.call('DELETE', '/v1/auth/totp')
    expect(await steps(me)).toMatchObject({ recovery_codes_left: 10 })
    await me.call('DELETE', `/v1/auth/passkeys/${passkey_id}`)
    expect(await steps(me)).toEqual(none)
  })
})
