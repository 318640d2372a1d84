import { Secret, TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { hashPassword } from '../../identity/hash-password.ts'
import { type TestApp, withApp } from '../../testing/app.ts'
import { waitForMidStep } from '../../testing/features/second-step-fixtures.ts'
import { humanToken } from '../../testing/human-token.ts'
import { liveSettings } from '../../testing/live-settings.ts'
import { giveDemoAuthenticator } from '../second-steps/demo-authenticator.ts'
import { sealSecret } from '../second-steps/seal-secret.ts'

/** As README prints it. */
const secret = 'SALDODEMOSALDODEMOSALDODEMOSALDO'
const codeOfSecret = () => TOTP.generate({ secret: Secret.fromBase32(secret) })
const demoEnv = { DEMO: '1' }
/** A server with these settings, on a database in which the demo's back-office user is. */
async function withDemoUser(env: Record<string, string>) {
  const app = await withApp({ env })
  const password_hash = await hashPassword('saldo-demo')
  const user_id = await app.services.asSystem(async (tx) => {
    const [user] = await tx<[{ user_id: number }]>`
      insert into users (user_name, nominative, flag_super_user) values ('backoffice', 'Marta Ferri', true) returning user_id`
    await tx`insert into credentials ${tx({ user_id: user.user_id, password_hash })}`
    await giveDemoAuthenticator(app.services.env, tx, user.user_id)
    return user.user_id
  })
  return { app, user_id }
}

const shown = async (app: TestApp) => {
  const { status, body } = await app.call({ url: '/v1/demo/code' })
  expect(status).toBe(200)
  return (body as { demo: { user_names: string[]; code: string; seconds_left: number } | null }).demo
}

async function token({ call }: TestApp, fields: Record<string, string>) {
  const { status, body } = await call({
    method: 'POST',
    url: '/oauth/token',
    headers: {
      authorization: `Basic ${Buffer.from('web:web').toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
      ...(fields.password && { 'x-human-token': await humanToken(call) }),
    },
    body: new URLSearchParams(fields).toString(),
  })
  return { status, body: body as Record<string, unknown> }
}

/** Password and code, as a script does it. */
async function enter(app: TestApp, code: string) {
  const first = await token(app, { grant_type: 'password', username: 'backoffice', password: 'saldo-demo' })
  expect(first).toMatchObject({
    status: 400,
    body: { error: 'second_step_required', proof: { ways: ['totp'] } },
  })
  const { ticket } = first.body.proof as unknown as { ticket: string }
  return token(app, { grant_type: 'urn:saldo:second-step', ticket, code })
}

describe('200: in the demo', () => {
  it('the code that an app with the public secret shows', async () => {
    const { app } = await withDemoUser(demoEnv)
    await waitForMidStep()
    const demo = await shown(app)
    expect(demo).toMatchObject({ user_names: ['backoffice'], code: codeOfSecret() })
    expect(demo?.seconds_left).toBeGreaterThan(0)
    expect(demo?.seconds_left).toBeLessThanOrEqual(30)
  })
  it('several people sign in and step up within the same thirty seconds', async () => {
    const { app } = await withDemoUser(demoEnv)
    await waitForMidStep()
    const { code } = (await shown(app)) ?? { code: '' }
    const entered = await Promise.all(Array.from({ length: 4 }, () => enter(app, code)))
    expect(entered.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    for (const { body } of entered) {
      const headers = { authorization: `Bearer ${body.access_token}` }
      expect((await app.call({ url: '/v1/customers', headers })).status).toBe(200)
      const stepUp = { method: 'POST', url: '/v1/auth/step-up', headers, body: { code } } as const
      expect((await app.call(stepUp)).status).toBe(204)
    }
  })
  it('null once the user has an authenticator of their own, whose codes count once', async () => {
    const { app, user_id } = await withDemoUser(demoEnv)
    const own = new Secret({ size: 20 })
    const sealed = sealSecret(app.services.env.SALDO_SECRET, user_id, own.bytes)
    await app.services.asSystem((tx) => tx`update totp_secrets set secret = ${sealed}`)
    expect(await shown(app)).toBeNull()
    await waitForMidStep()
    expect((await enter(app, codeOfSecret())).body).toMatchObject({ error: 'wrong_code' })
    const code = TOTP.generate({ secret: own })
    expect((await enter(app, code)).status).toBe(200)
    expect((await enter(app, code)).body).toMatchObject({ error: 'wrong_code' })
  })
  it('null while there is no such user', async () => {
    expect(await shown(await withApp({ env: demoEnv }))).toBeNull()
  })
})

describe('nothing of it elsewhere: no code is shown, and none of the public secret counts', () => {
  it.each([
    ['without DEMO', {}],
    ['with DEMO=0', { DEMO: '0' }],
    // With them the server refuses DEMO and a stand-in for Stripe (live-settings.ts).
    ['with live keys', liveSettings],
    ['with the real provider in its test mode', { ...demoEnv, STRIPE_API_BASE: '' }],
  ])('%s', async (_where, env) => {
    const { app } = await withDemoUser(env)
    expect(await shown(app)).toBeNull()
    await waitForMidStep()
    expect(await enter(app, codeOfSecret())).toMatchObject({ status: 400, body: { error: 'wrong_code' } })
  })
})
