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
 * Returns the code of the moment, and which of these users sign in with it. Returns null outside the demo, and if none of them
 * has the public secret: they do not exist, or use a secret of their own.
 */
export async function demoCodeOf(env: Env, tx: Tx, user_names: readonly string[]) {
  if (!isDemo(env)) return null
  const rows = await tx<{ user_id: number; user_name: string; secret: Buffer }[]>`
    select user_id, user_name, t.secret from users u join totp_secrets t using (user_id)
    where u.user_name = any(${user_names}::text[]) and u.state = 'active' and t.secret is not null order by user_id`
  const with_it = rows.filter(({ user_id, secret }) =>
    openSecret(env.SALDO_SECRET, user_id, secret)?.equals(publicSecret.bytes),
  )
  if (with_it.length === 0) return null
  return { user_names: with_it.map(({ user_name }) => user_name), ...shownNow(publicSecret) }
}
