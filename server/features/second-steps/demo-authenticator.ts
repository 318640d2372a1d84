import type { Tx } from '../../db/connection.ts'
import { type Env, isDemo } from '../../env.ts'
import { publicSecret } from './public-secret.ts'
import { openSecret, sealSecret } from './seal-secret.ts'
import { shownNow } from './totp.ts'

/** Gives the demo's user an authenticator app, whose secret is as public as the demo's password. */
export async function giveDemoAuthenticator(env: Env, tx: Tx, user_id: number): Promise<void> {
  const secret = sealSecret(env.SALDO_SECRET, user_id, publicSecret.bytes)
  await tx`insert into totp_secrets ${tx({ user_id, secret, confirmed_at: new Date().toISOString() })}`
}

/**
 * What the authenticator app of this user shows now. Null outside the demo, for a user without one, and once they have replaced
 * it by one of their own.
 */
export async function demoCodeOf(env: Env, tx: Tx, user_name: string) {
  if (!isDemo(env)) return null
  const [row] = await tx<{ user_id: number; secret: Buffer }[]>`
    select user_id, t.secret from users u join totp_secrets t using (user_id)
    where u.user_name = ${user_name} and u.state = 'active' and t.secret is not null`
  const secret = row && openSecret(env.SALDO_SECRET, row.user_id, row.secret)
  return secret?.equals(publicSecret.bytes) ? { user_name, ...shownNow(publicSecret) } : null
}
