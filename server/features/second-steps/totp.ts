import { Secret, TOTP } from 'otpauth'
import type { Tx } from '../../db/connection.ts'
import { type Env, isDemo } from '../../env.ts'
import { publicSecret } from './public-secret.ts'
import { openSecret, sealSecret } from './seal-secret.ts'

const period = 30
const proposalMinutes = 15

/** TOTP as every authenticator app supports it: six digits of HMAC-SHA-1 every 30 seconds (RFC 6238). */
const totp = (secret: Secret, label = '') =>
  new TOTP({ issuer: 'Saldo', label, secret, algorithm: 'SHA1', digits: 6, period })

/** Stores a new secret that waits for its first code; the current one stays valid. */
export async function propose(tx: Tx, server_secret: string, user: { user_id: number; user_name: string }) {
  const secret = new Secret({ size: 20 })
  const proposed = sealSecret(server_secret, user.user_id, secret.bytes)
  await tx`
    insert into totp_secrets (user_id, proposed, proposed_until)
    values (${user.user_id}, ${proposed}, now() + make_interval(mins => ${proposalMinutes}))
    on conflict (user_id) do update set proposed = excluded.proposed, proposed_until = excluded.proposed_until`
  return { secret: secret.base32, uri: totp(secret, user.user_name).toString() }
}

/** Activates the proposed secret if `code` was made with it. `gone`: there is none, or it has expired. */
export async function confirm(
  tx: Tx,
  server_secret: string,
  user_id: number,
  code: string,
): Promise<'right' | 'wrong' | 'gone'> {
  const [row] = await tx<{ proposed: Buffer }[]>`
    select proposed from totp_secrets where user_id = ${user_id} and proposed_until > now() for update`
  const secret = row && openSecret(server_secret, user_id, row.proposed)
  if (!secret) return 'gone'
  const step = stepOf(secret, code)
  if (step === null) return 'wrong'
  await tx`
    update totp_secrets
    set secret = proposed, confirmed_at = now(), last_step = ${step}, proposed = null, proposed_until = null
    where user_id = ${user_id}`
  return 'right'
}

/**
 * Verifies that `code` is the current one, or that of the step before or after (clock skew), and was not used before. In the
 * demo a code of the public secret counts again, so that its visitors do not wait for each other: nobody proves anything by
 * it. Elsewhere no code of that secret counts.
 */
export async function acceptTotp(env: Env, tx: Tx, user_id: number, code: string): Promise<boolean> {
  const [row] = await tx<{ secret: Buffer }[]>`
    select secret from totp_secrets where user_id = ${user_id} and secret is not null for update`
  const secret = row && openSecret(env.SALDO_SECRET, user_id, row.secret)
  const step = secret ? stepOf(secret, code) : null
  if (!secret || step === null) return false
  if (secret.equals(publicSecret.bytes)) return isDemo(env)
  const { count } = await tx`
    update totp_secrets set last_step = ${step} where user_id = ${user_id} and last_step < ${step}`
  return count > 0
}

/** The code that an app with this secret shows now, and how many seconds it stays. */
export function shownNow(secret: Secret): { code: string; seconds_left: number } {
  const now = Date.now()
  return {
    code: totp(secret).generate({ timestamp: now }),
    seconds_left: period - (Math.floor(now / 1000) % period),
  }
}

function stepOf(secret: Buffer, code: string, now = Date.now()): number | null {
  const token = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const key = new Secret({ buffer: Uint8Array.from(secret).buffer })
  const delta = totp(key).validate({ token, timestamp: now, window: 1 })
  return delta === null ? null : TOTP.counter({ period, timestamp: now }) + delta
}
