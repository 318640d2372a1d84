import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import type { authenticator } from '../../testing/authenticator.ts'
import {
  codeOf,
  type Proof,
  signInSomeone,
  waitForMidStep,
} from '../../testing/features/second-step-fixtures.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const whoAmI = async (reply: { body: never }) => {
  const { access_token } = reply.body as { access_token: string }
  const { status } = await app.call({
    url: '/v1/users/me',
    headers: { authorization: `Bearer ${access_token}` },
  })
  return status
}

describe('the password grant for a user with a second step', () => {
  it('400: returns a ticket and the possible second steps, no token', async () => {
    const me = await signInSomeone(app)
    await me.withApp()
    await me.withPasskey()
    const { status, body } = await me.enter()
    expect(status).toBe(400)
    expect(body).toMatchObject({
      error: 'second_step_required',
      proof: {
        ways: ['passkey', 'totp', 'recovery_code'],
        ticket: expect.stringMatching(/^[\w-]{43}$/),
        passkey_options: { rpId: 'localhost', userVerification: 'required' },
      },
    })
    expect(JSON.stringify(body)).not.toContain('_token')
  })
  it('200: returns tokens if there is no second step, or only one that was never confirmed', async () => {
    const me = await signInSomeone(app)
    await me.call('POST', '/v1/auth/totp')
    expect((await me.enter()).status).toBe(200)
  })
  it('400: a wrong password does not reveal second steps', async () => {
    const me = await signInSomeone(app)
    await me.withApp()
    const { body } = await me.token({ grant_type: 'password', username: me.user_name, password: 'no' }, true)
    expect(body).toEqual({
      error: 'invalid_grant',
      error_description: 'Username o Password errate.',
      request_id: expect.any(String),
    })
  })
  it('stores no secret, ticket or code in plain text', async () => {
    const me = await signInSomeone(app)
    const { secret, recovery_codes } = await me.withApp()
    const { ticket } = await me.ticket()
    const kept = await app.services.asSystem(
      (tx) => tx`
        select t::text as row from totp_secrets t union all select t::text from sign_in_tickets t
        union all select t::text from recovery_codes t union all select text from emails`,
    )
    const text = kept.map(({ row }) => row).join('\n')
    const { Secret } = await import('otpauth')
    const secrets = [secret, Secret.fromBase32(secret).hex, ticket, ...(recovery_codes as string[])]
    for (const hidden of secrets) expect(text.toLowerCase()).not.toContain(hidden.toLowerCase())
  })
})

describe('200: the second step', () => {
  it('is a code of the app', async () => {
    const me = await signInSomeone(app)
    const { secret } = await me.withApp()
    const { ticket } = await me.ticket()
    const reply = await me.second({ ticket, code: codeOf(secret) })
    expect(reply.status).toBe(200)
    expect(await whoAmI(reply)).toBe(200)
  })
  it('is a code with a space, and of the next step, from a fast clock', async () => {
    const me = await signInSomeone(app)
    const { secret } = await me.withApp()
    const { ticket } = await me.ticket()
    expect((await me.second({ ticket, code: codeOf(secret, 1).replace(/^.../, '$& ') })).status).toBe(200)
  })
  it('is a code of the previous step, from a slow clock', async () => {
    const me = await signInSomeone(app)
    const { secret } = await me.withApp()
    await waitForMidStep()
    await app.services.asSystem(
      (tx) => tx`update totp_secrets set last_step = 0 where user_id = ${me.user_id}`,
    )
    const { ticket } = await me.ticket()
    expect((await me.second({ ticket, code: codeOf(secret, -1) })).status).toBe(200)
  })
  it('is a passkey, whose use is recorded', async () => {
    const me = await signInSomeone(app)
    const { device } = await me.withPasskey()
    const { ticket, passkey_options } = await me.ticket()
    const passkey = JSON.stringify(device.get(passkey_options as { challenge: string }))
    const reply = await me.second({ ticket, passkey })
    expect(reply.status).toBe(200)
    expect(await whoAmI(reply)).toBe(200)
    const { passkeys } = (await me.call('GET', '/v1/auth/second-steps')).body as { passkeys: object[] }
    expect(passkeys).toEqual([expect.objectContaining({ name: 'Telefono', used_at: expect.any(String) })])
  })
  it('is a recovery code in any notation, and a mail reports it', async () => {
    const me = await signInSomeone(app)
    const { recovery_codes } = await me.withApp()
    const { ticket } = await me.ticket()
    const recovery_code = ` ${recovery_codes[3]?.toUpperCase().replaceAll('-', ' ')}`
    expect((await me.second({ ticket, recovery_code })).status).toBe(200)
    expect((await me.mails()).at(-1)?.subject).toBe('È stato usato un codice di recupero')
    const { body } = await me.call('GET', '/v1/auth/second-steps')
    expect(body).toMatchObject({ recovery_codes_left: 9 })
  })
})

describe('400: the second step', () => {
  it('is the same code twice, even with another ticket', async () => {
    const me = await signInSomeone(app)
    const { secret } = await me.withApp()
    const code = codeOf(secret)
    const [first, second] = [await me.ticket(), await me.ticket()]
    expect((await me.second({ ticket: first.ticket, code })).status).toBe(200)
    const again = await me.second({ ticket: second.ticket, code })
    expect(again.status).toBe(400)
    expect(again.body).toMatchObject({
      error: 'wrong_code',
      error_description: expect.stringMatching(/già stato usato/),
    })
  })
  it('is the same code in parallel requests: only one succeeds', async () => {
    const me = await signInSomeone(app)
    const { secret } = await me.withApp()
    const code = codeOf(secret)
    const tickets = await Promise.all(Array.from({ length: 4 }, () => me.ticket()))
    const replies = await Promise.all(tickets.map(({ ticket }) => me.second({ ticket, code })))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
  })
  it.each([2, -2])('is a code %i steps away', async (steps) => {
    const me = await signInSomeone(app)
    const { secret } = await me.withApp()
    await waitForMidStep()
    await app.services.asSystem(
      (tx) => tx`update totp_secrets set last_step = 0 where user_id = ${me.user_id}`,
    )
    const { ticket } = await me.ticket()
    expect((await me.second({ ticket, code: codeOf(secret, steps) })).body).toMatchObject({
      error: 'wrong_code',
    })
  })
  it.each(['000000x', '12345', '', 'no', '٣٣٣٣٣٣', '1'.repeat(40)])('is not a code: %j', async (code) => {
    const me = await signInSomeone(app)
    await me.withApp()
    const { ticket } = await me.ticket()
    expect((await me.second({ ticket, code })).status).toBe(400)
  })
  it('is sent with the same ticket twice', async () => {
    const me = await signInSomeone(app)
    const { secret, recovery_codes } = await me.withApp()
    const { ticket } = await me.ticket()
    expect((await me.second({ ticket, code: codeOf(secret) })).status).toBe(200)
    const again = await me.second({ ticket, recovery_code: `${recovery_codes[0]}` })
    expect(again.body).toMatchObject({
      error: 'invalid_grant',
      error_description: expect.stringMatching(/accedi di nuovo/),
    })
  })
  it('is sent with a ticket older than five minutes, or an invented one', async () => {
    const me = await signInSomeone(app)
    const { secret } = await me.withApp()
    const { ticket } = await me.ticket()
    await app.services.asSystem(
      (tx) =>
        tx`update sign_in_tickets set expires_at = expires_at - interval '5 minutes' where user_id = ${me.user_id}`,
    )
    const code = codeOf(secret)
    expect((await me.second({ ticket, code })).body).toMatchObject({ error: 'invalid_grant' })
    expect((await me.second({ ticket: 'x'.repeat(43), code })).body).toMatchObject({ error: 'invalid_grant' })
    const anew = await me.ticket()
    expect((await me.second({ ticket: anew.ticket, code })).status).toBe(200)
  })
  it('is another person’s code, recovery code or passkey', async () => {
    const [me, other] = [await signInSomeone(app), await signInSomeone(app)]
    await me.withApp()
    const { secret, recovery_codes } = await other.withApp()
    const { device } = await other.withPasskey()
    await me.withPasskey()
    const { ticket, passkey_options } = await me.ticket()
    const passkey = JSON.stringify(device.get(passkey_options as { challenge: string }))
    for (const step of [{ code: codeOf(secret) }, { recovery_code: `${recovery_codes[0]}` }, { passkey }])
      expect((await me.second({ ticket, ...step } as never)).body).toMatchObject({ error: 'wrong_code' })
  })
  it('is a recovery code used twice, or one of an earlier set', async () => {
    const me = await signInSomeone(app)
    const { recovery_codes: before } = await me.withApp()
    const use = async (recovery_code: string) =>
      (await me.second({ ticket: (await me.ticket()).ticket, recovery_code })).status
    expect([await use(`${before[0]}`), await use(`${before[0]}`)]).toEqual([200, 400])
    const made = (await me.call('POST', '/v1/auth/recovery-codes')).body as { recovery_codes: string[] }
    expect(new Set([...before, ...made.recovery_codes]).size).toBe(20)
    expect(await use(`${before[1]}`)).toBe(400)
    expect(await use(`${made.recovery_codes[0]}`)).toBe(200)
  })
  it('is missing, or its ticket is', async () => {
    const me = await signInSomeone(app)
    await me.withApp()
    const { ticket } = await me.ticket()
    for (const fields of [{ ticket }, { code: '123456' }, {}])
      expect((await me.second(fields as never)).body).toMatchObject({ error: 'invalid_request' })
  })
})

describe('400: a passkey answer', () => {
  type Device = ReturnType<typeof authenticator>
  const challenge = ({ passkey_options }: Proof) => passkey_options as { challenge: string }
  const otherKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  const wrong: Record<string, (device: Device, asked: { challenge: string }) => unknown> = {
    'for another site': (device, asked) => device.get(asked, { rpId: 'saldo.example' }),
    'from another page': (device, asked) => device.get(asked, { origin: 'http://saldo.example' }),
    'without user verification': (device, asked) => device.get(asked, { flags: 0x01 }),
    'signed by another key': (device, asked) => device.get(asked, { key: otherKey() }),
    'for an invented challenge': (device) => device.get({ challenge: 'A'.repeat(43) }),
    'that is a registration': (device, asked) => device.create(asked),
    'without parts': () => ({ id: 'AAAA', type: 'public-key' }),
    'that is not JSON': () => 'passkey',
  }
  it.each(Object.keys(wrong))('%s', async (which) => {
    const me = await signInSomeone(app)
    const { device } = await me.withPasskey()
    const asked = await me.ticket()
    const answer = wrong[which]?.(device, challenge(asked))
    const passkey = typeof answer === 'string' ? answer : JSON.stringify(answer)
    const reply = await me.second({ ticket: asked.ticket, passkey })
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({ error: 'wrong_code' })
    // The ticket stays valid after a wrong answer, so the right one still signs in.
    const right = JSON.stringify(device.get(challenge(asked)))
    expect((await me.second({ ticket: asked.ticket, passkey: right })).status).toBe(200)
  })
  it('is refused when the same answer is used again', async () => {
    const me = await signInSomeone(app)
    const { device } = await me.withPasskey()
    const [first, second] = [await me.ticket(), await me.ticket()]
    const passkey = JSON.stringify(device.get(challenge(first)))
    expect((await me.second({ ticket: first.ticket, passkey })).status).toBe(200)
    expect((await me.second({ ticket: second.ticket, passkey })).status).toBe(400)
  })
  it('is refused when its counter is behind, because the passkey was copied', async () => {
    const me = await signInSomeone(app)
    const { device } = await me.withPasskey()
    const enter = async () => {
      const asked = await me.ticket()
      return (
        await me.second({ ticket: asked.ticket, passkey: JSON.stringify(device.get(challenge(asked))) })
      ).status
    }
    expect([await enter(), await enter()]).toEqual([200, 200])
    device.counter = 0
    expect(await enter()).toBe(400)
  })
  it('is refused when its challenge was for another purpose or is older than five minutes', async () => {
    const me = await signInSomeone(app)
    const { device } = await me.withPasskey()
    const { ticket, ...asked } = await me.ticket()
    const stepUp = (await me.call('POST', '/v1/auth/step-up/passkey')).body as { challenge: string }
    expect((await me.second({ ticket, passkey: JSON.stringify(device.get(stepUp)) })).status).toBe(400)
    await app.services.asSystem(
      (tx) => tx`
        update passkey_challenges set expires_at = expires_at - interval '5 minutes' where user_id = ${me.user_id}`,
    )
    const late = JSON.stringify(device.get(asked.passkey_options as { challenge: string }))
    expect((await me.second({ ticket, passkey: late })).status).toBe(400)
  })
})

describe('429', () => {
  it('follows five wrong codes, from any address and with any ticket; a passkey never has to wait', async () => {
    const me = await signInSomeone(app)
    const { secret } = await me.withApp()
    const { device } = await me.withPasskey()
    for (let wrong = 0; wrong < 5; wrong += 1) {
      const { ticket } = await me.ticket()
      expect((await me.second({ ticket, code: codeOf(secret, 50 + wrong) })).status).toBe(400)
    }
    const { ticket, passkey_options } = await me.ticket()
    const reply = await me.second({ ticket, code: codeOf(secret) })
    expect(reply.status).toBe(429)
    expect(reply.headers['retry-after']).toBe('1')
    expect(reply.body).toMatchObject({ error_description: expect.stringMatching(/Troppi tentativi/) })
    const passkey = JSON.stringify(device.get(passkey_options as { challenge: string }))
    expect((await me.second({ ticket, passkey })).status).toBe(200)
  })
})
