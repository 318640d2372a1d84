import { createHash } from 'node:crypto'
import type { Tx } from '../db/connection.ts'
import { ApiError } from '../http/errors.ts'
import { networkOf } from './network-of.ts'

/**
 * The login throttle, a rate limit of sign-in: each failed password makes the next attempt wait longer, counted by user
 * and address together and by address alone. No account is ever locked: a user who knows the password can sign in from another address at once,
 * and from the same one after the wait. An IPv6 address counts as its /64 network.
 */
export const freeAttempts = { user_and_address: 5, address: 40 }
const longestWaitSeconds = 300
export const forgottenAfterSeconds = 3600

/** What is attempted. Each has counters of its own: who asked for a recovery may still sign in. */
export type Attempted = 'sign_in' | 'recovery' | 'registration' | 'certificates' | 'code_by_mail'

/** The wait in seconds after so many failures: none, then 1, 2, 4 … 300. */
export const waitAfter = (failures: number, free: number): number =>
  failures < free ? 0 : Math.min(2 ** (failures - free), longestWaitSeconds)

/**
 * Counts an attempt as failed before its password is checked, so that parallel attempts all count; `forgive` takes it
 * back. `address` is that of the request, as it is, or another name of who asks. @returns seconds to wait before the next attempt is checked, 0 when this one is; a refused attempt does not
 * count.
 */
export async function countAttempt(
  tx: Tx,
  user_name: string,
  address: string,
  of: Attempted = 'sign_in',
): Promise<number> {
  const keys = keysOf(user_name, address, of)
  const waits = (await lockFailures(tx, keys)).map(({ key, failures, elapsed }) => {
    const free = key.equals(keys.address) ? freeAttempts.address : freeAttempts.user_and_address
    const wait = waitAfter(failures, free)
    return wait === 0 ? 0 : Math.ceil(wait - elapsed)
  })
  const wait = Math.max(0, ...waits)
  if (wait > 0) return wait
  await tx`
    update sign_in_failures set failures = failures + 1, last_at = clock_timestamp()
    where key in (${keys.user_and_address}, ${keys.address})`
  return 0
}

/** The password was right: resets the user's counter and takes one failure off the address. */
export async function resetLoginThrottle(
  tx: Tx,
  user_name: string,
  address: string,
  of: Attempted = 'sign_in',
): Promise<void> {
  const keys = keysOf(user_name, address, of)
  await lockFailures(tx, keys)
  await tx`update sign_in_failures set failures = 0 where key = ${keys.user_and_address}`
  await tx`update sign_in_failures set failures = greatest(failures - 1, 0) where key = ${keys.address}`
}

/** 429 that says how long to wait. */
export function tooManyAttempts(seconds: number): ApiError {
  const minutes = Math.ceil(seconds / 60)
  const wait = seconds === 1 ? '1 secondo' : seconds <= 90 ? `${seconds} secondi` : `${minutes} minuti`
  return new ApiError(429, 'too_many_requests', `Troppi tentativi: riprova fra ${wait}.`, {
    headers: { 'retry-after': String(seconds) },
  })
}

/** Locks both counters, creating them if missing; always in the same order, to avoid deadlocks. */
function lockFailures(tx: Tx, keys: ReturnType<typeof keysOf>) {
  const [first, second] = [keys.user_and_address, keys.address].sort(Buffer.compare) as [Buffer, Buffer]
  return tx<{ key: Buffer; failures: number; elapsed: number }[]>`
    insert into sign_in_failures as f (key, failures, last_at)
    values (${first}, 0, 'epoch'), (${second}, 0, 'epoch')
    on conflict (key) do update set failures = case
      when f.last_at < now() - make_interval(secs => ${forgottenAfterSeconds}) then 0 else f.failures end
    returning key, failures, extract(epoch from clock_timestamp() - last_at)::float8 as elapsed`
}

function keysOf(user_name: string, address: string, of: Attempted) {
  const from = networkOf(address)
  return {
    user_and_address: key(`${of} user ${user_name.toLowerCase()} ${from}`),
    address: key(`${of} address ${from}`),
  }
}

const key = (text: string) => createHash('sha256').update(text).digest()
