import type { Tx } from '../db/connection.ts'
import { ApiError } from '../http/errors.ts'
import { networkOf } from '../http/network-of.ts'

/**
 * The login throttle, a rate limit of sign-in: each failed password makes the next attempt wait longer. Failures are
 * counted
 *
 * - by user and address together,
 * - by address alone: the wait stays short, because others sit behind the same address,
 * - at sign-in also by user alone, so that many addresses together guess no more than one,
 * - and for a device that is known to the user (`known-devices.ts`) by that device only: strangers' failures do not delay it.
 *
 * No account is ever locked. Names that do not exist have the same counters. An IPv6 address counts as its /64 network.
 */
export const freeAttempts = { user_and_address: 5, address: 60, user: 10, known: 5 }
const longestWaits = { user_and_address: 300, address: 300, user: 300, known: 300 }
/** At sign-in, where one address may stand for a whole office, and the user's own counter holds as well. */
const longestWaitOfNeighbours = 10
export const forgottenAfterSeconds = 3600

/** What is attempted. Each has counters of its own: who asked for a recovery may still sign in. */
export type Attempted =
  | 'sign_in'
  | 'program_sign_in'
  | 'recovery'
  | 'registration'
  | 'certificates'
  | 'code_by_mail'

export type Attempt = {
  user_name: string
  /** The address of the request as it is, or another name of who asks. */
  address: string
  /** By default: to sign in. */
  of?: Attempted
  /** The device or session that is known to belong to this user; null: none. */
  known?: string | null
  /** The user has signed in from this network before: guesses from elsewhere do not delay them. */
  at_known_network?: boolean
}

/** The wait in seconds after so many failures: none, then 1, 2, 4 … `longest`. */
export const waitAfter = (failures: number, free: number, longest = longestWaits.user_and_address): number =>
  failures < free ? 0 : Math.min(2 ** (failures - free), longest)

/**
 * Counts an attempt as failed before its password is checked, so that parallel attempts all count;
 * `resetLoginThrottle` takes it back. @returns seconds to wait before the next attempt is checked, 0 when this one is; a
 * refused attempt does not count.
 */
export async function countAttempt(tx: Tx, attempt: Attempt): Promise<number> {
  const counters = countersOf(attempt)
  const waits = (await lockFailures(tx, counters, attempt.user_name)).map(
    ({ counter, failures, elapsed }) => {
      const wait = waitAfter(failures, freeAttempts[counter], longestWait(counter, attempt))
      return wait === 0 ? 0 : Math.ceil(wait - elapsed)
    },
  )
  const wait = Math.max(0, ...waits)
  if (wait > 0) return wait
  await change(tx, counters, attempt.user_name, tx`failures + 1, last_at = clock_timestamp()`)
  return 0
}

/**
 * The password was right: resets the counters of this user at this address or on this device, and takes one failure off
 * those that they share with strangers.
 */
export async function resetLoginThrottle(tx: Tx, attempt: Attempt): Promise<void> {
  const counters = countersOf(attempt)
  await lockFailures(tx, counters, attempt.user_name)
  const own = counters.filter(({ counter }) => counter === 'known' || counter === 'user_and_address')
  const shared = counters.filter((each) => !own.includes(each))
  await change(tx, own, attempt.user_name, tx`0`)
  await change(tx, shared, attempt.user_name, tx`greatest(failures - 1, 0)`)
}

/** 429 that says how long to wait. */
export function tooManyAttempts(seconds: number): ApiError {
  const minutes = Math.ceil(seconds / 60)
  const wait = seconds === 1 ? '1 secondo' : seconds <= 90 ? `${seconds} secondi` : `${minutes} minuti`
  return new ApiError(429, 'too_many_requests', `Troppi tentativi: riprova fra ${wait}.`, {
    headers: { 'retry-after': String(seconds) },
  })
}

type CounterName = keyof typeof freeAttempts
/** `at` names what is counted besides the user; `by_user`: each user has a counter of their own. */
type Counter = { counter: CounterName; at: string; by_user: boolean }

function countersOf({ of = 'sign_in', address, known, at_known_network }: Attempt): Counter[] {
  if (known) return [{ counter: 'known', at: JSON.stringify([of, 'known', known]), by_user: true }]
  const network = of === 'code_by_mail' ? address : networkOf(address)
  return [
    { counter: 'user_and_address', at: JSON.stringify([of, 'at', network]), by_user: true },
    { counter: 'address', at: JSON.stringify([of, 'all at', network]), by_user: false },
    ...(isSignIn(of) && !at_known_network
      ? [{ counter: 'user' as const, at: JSON.stringify([of, 'user']), by_user: true }]
      : []),
  ]
}

const longestWait = (counter: CounterName, { of = 'sign_in' }: Attempt) =>
  counter === 'address' && isSignIn(of) ? longestWaitOfNeighbours : longestWaits[counter]

/** Whether a person or an office's program signs in. Other people may share the address of either, so their wait is short. */
const isSignIn = (of: Attempted) => of === 'sign_in' || of === 'program_sign_in'

/**
 * Locks the counters, creating those that are missing; always in the same order, to avoid deadlocks. The database makes
 * the keys, so that it folds a name as it does when it looks for the user: a letter in another form is no other name.
 */
const lockFailures = (tx: Tx, counters: readonly Counter[], user_name: string) =>
  tx<{ counter: CounterName; failures: number; elapsed: number }[]>`
    with wanted as (${keysOf(tx, counters, user_name)}), locked as (
      insert into sign_in_failures as f (key, failures, last_at)
      select key, 0, 'epoch' from wanted order by key
      on conflict (key) do update set failures = case
        when f.last_at < now() - make_interval(secs => ${forgottenAfterSeconds}) then 0 else f.failures end
      returning key, failures, extract(epoch from clock_timestamp() - last_at)::float8 as elapsed)
    select counter, failures, elapsed from wanted join locked using (key)`

const change = (tx: Tx, counters: readonly Counter[], user_name: string, failures: ReturnType<Tx>) => tx`
  update sign_in_failures set failures = ${failures}
  where key in (select key from (${keysOf(tx, counters, user_name)}) k)`

const keysOf = (tx: Tx, counters: readonly Counter[], user_name: string) => tx`
  select c.counter, sha256(convert_to(c.at || case when c.by_user then lower(${user_name}) else '' end, 'UTF8')) as key
  from jsonb_to_recordset(${JSON.stringify(counters)}::jsonb) as c (counter text, at text, by_user boolean)`
