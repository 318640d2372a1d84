import { setTimeout as sleep } from 'node:timers/promises'
import { Secret, TOTP } from 'otpauth'
import { hashPassword } from '../../identity/hash-password.ts'
import type { TestApp } from '../app.ts'
import { authenticator } from '../authenticator.ts'
import { humanToken } from '../human-token.ts'
import { signIn } from '../people.ts'

export const password = 'chiave di casa'
const passwordHash = hashPassword(password)
let serial = 0

type Reply = Awaited<ReturnType<TestApp['call']>>
export type Proof = { ticket: string; ways: string[]; passkey_options?: { challenge: string } }

/** A signed-in user with a password, at their own address, and acts on their second steps. */
export async function signInSomeone(app: TestApp, role: Parameters<typeof signIn>[1] = 'consumer') {
  serial += 1
  const remoteAddress = `203.0.113.${serial}`
  const { user_id, headers } = await signIn(app.services, role)
  const password_hash = await passwordHash
  const user_name = await app.services.asSystem(async (tx) => {
    await tx`insert into credentials (user_id, password_hash) values (${user_id}, ${password_hash})`
    return (await tx`select user_name from users where user_id = ${user_id}`)[0]?.user_name as string
  })
  const { hostname: rpId, origin } = new URL(app.services.env.PUBLIC_URL)

  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object): Promise<Reply> =>
    app.call({ method, url, headers, remoteAddress, ...(body ? { body } : {}) })
  const token = async (fields: Record<string, string>, human = false) =>
    app.call({
      method: 'POST',
      url: '/oauth/token',
      headers: {
        authorization: `Basic ${Buffer.from('web:web').toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
        ...(human ? { 'x-human-token': await humanToken(app.call) } : {}),
      },
      body: new URLSearchParams(fields).toString(),
      remoteAddress,
    })

  const provedBySecondStep = () =>
    app.services.asSystem(
      (tx) => tx`
        update sessions set proved_at = now(), proved_by_second_step = true
        where session_id = (select min(session_id) from sessions where user_id = ${user_id})`,
    )

  const me = {
    user_id,
    user_name,
    headers,
    call,
    token,
    /** Gives only the password, not the second step. */
    enter: () => token({ grant_type: 'password', username: user_name, password }, true),
    /** The first step's ticket, with the second steps that it accepts. */
    ticket: async () => ((await me.enter()).body as { proof: Proof }).proof,
    second: (fields: Record<string, string>) => token({ grant_type: 'urn:saldo:second-step', ...fields }),
    /**
     * Sets up an authenticator app, with the previous step's code, so that the current one stays unused. Then the session
     * counts as proved by it, unless `proved` is false.
     */
    withApp: async ({ proved = true } = {}) => {
      await waitForMidStep()
      const proposed = (await call('POST', '/v1/auth/totp')).body as { secret: string }
      const { secret } = proposed
      const confirmed = await call('PUT', '/v1/auth/totp', { code: codeOf(secret, -1) })
      if (proved) await provedBySecondStep()
      return { secret, ...(confirmed.body as { recovery_codes: string[] }) }
    },
    /** The same with a passkey. */
    withPasskey: async (name = 'Telefono', { proved = true } = {}) => {
      const device = authenticator({ origin, rpId })
      const options = (await call('POST', '/v1/auth/passkeys/options')).body as { challenge: string }
      const kept = await call('POST', '/v1/auth/passkeys', { name, answer: device.create(options) })
      if (proved) await provedBySecondStep()
      return { device, ...(kept.body as { passkey_id: number; recovery_codes: string[] | null }) }
    },
    mails: () =>
      app.services.asSystem(
        (tx) => tx<{ subject: string; text: string }[]>`
          select subject, text from emails where template = 'second-step-changed'
            and to_address = (select email from users where user_id = ${user_id}) order by email_id`,
      ),
    /** Moves this session's last proof so many minutes into the past. */
    provedMinutesAgo: (minutes: number) =>
      app.services.asSystem(
        (tx) => tx`
          update sessions set proved_at = now() - make_interval(mins => ${minutes}) where user_id = ${user_id}`,
      ),
  }
  return me
}

/** Near the end of its 30 seconds a code may expire before it is checked: waits for the next step. */
export async function waitForMidStep(): Promise<void> {
  const left = 30_000 - (Date.now() % 30_000)
  if (left < 3000) await sleep(left + 50)
}

/** The app's code for this secret, `steps` of 30 seconds from now; computed by the standard, not by our code. */
export const codeOf = (secret: string, steps = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 })
