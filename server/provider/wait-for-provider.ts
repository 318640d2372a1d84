import type { Services } from '../services.ts'

/** People are promised an answer within three seconds; ours takes the rest. */
const waitedFor = 2_600

/** What is left of the time that one request may wait for the provider, however often it asks. */
export type Patience = { milliseconds: () => number }

/** Begins with the request that a person waits for. */
export function startPatience(): Patience {
  const end = performance.now() + waitedFor
  return { milliseconds: () => Math.max(0, end - performance.now()) }
}

/**
 * Waits for `work`, but no longer than a person should: then it goes on by itself and they are told that the answer is
 * being looked for. What it may throw later is logged here; the sweeper settles what it leaves open.
 */
export async function answerWithin(
  services: Services,
  work: Promise<unknown>,
  patience: Patience = startPatience(),
): Promise<void> {
  const settled = work.catch((error) => services.log.error({ err: error }, 'payment left to the sweeper'))
  const late = after(patience)
  await Promise.race([settled, late.promise])
  late.clear()
}

/** The same for work whose result is needed: throws when it has not ended in time. */
export async function resultWithin<Result>(patience: Patience, work: Promise<Result>): Promise<Result> {
  work.catch(() => {}) // after the race nobody waits for it
  const late = after(patience)
  const tooLate = late.promise.then(() => {
    throw new Error('no answer in time')
  })
  return Promise.race([work, tooLate]).finally(late.clear)
}

function after(patience: Patience): { promise: Promise<void>; clear: () => void } {
  let timer: NodeJS.Timeout | undefined
  const promise = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, patience.milliseconds())
  })
  return { promise, clear: () => clearTimeout(timer) }
}
