import { createHash } from 'node:crypto'
import type { Tx } from '../db/connection.ts'
import { forgottenAfterSeconds, waitAfter } from './login-throttle.ts'

/**
 * The code throttle, a rate limit of six-digit codes: each wrong code delays the next one of the same user, from any
 * address, because whoever gets this far knew the password. A known device or session has a counter of its own, so that
 * somebody who has the password alone does not delay the user. Passkeys cannot be guessed and are not throttled.
 */
export const freeCodes = 5

/**
 * Counts a code as wrong before it is checked; `resetCodeThrottle` takes that back. @returns seconds to wait until the next
 * code is checked, 0 when this one is
 */
export async function countCode(tx: Tx, user_id: number, known: string | null): Promise<number> {
  const [found] = await tx<{ failures: number; elapsed: number }[]>`
    insert into sign_in_failures as f (key, failures, last_at) values (${keyOf(user_id, known)}, 0, 'epoch')
    on conflict (key) do update set failures = case
      when f.last_at < now() - make_interval(secs => ${forgottenAfterSeconds}) then 0 else f.failures end
    returning failures, extract(epoch from clock_timestamp() - last_at)::float8 as elapsed`
  const wait = found ? waitAfter(found.failures, freeCodes) : 0
  if (found && wait > 0 && found.elapsed < wait) return Math.ceil(wait - found.elapsed)
  await tx`
    update sign_in_failures set failures = failures + 1, last_at = clock_timestamp() where key = ${keyOf(user_id, known)}`
  return 0
}

/** Resets the count after a right code. */
export const resetCodeThrottle = (tx: Tx, user_id: number, known: string | null) =>
  tx`update sign_in_failures set failures = 0 where key = ${keyOf(user_id, known)}`

const keyOf = (user_id: number, known: string | null) =>
  createHash('sha256')
    .update(JSON.stringify(['code', user_id, known]))
    .digest()
