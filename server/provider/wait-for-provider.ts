import type { Services } from '../services.ts'

/** The promise to people is an answer within three seconds; the rest is for our own work. */
const waitedFor = 2_600

/** The time left for the provider within one request, over all its calls. */
export type Patience = { milliseconds: () => number }

/** Starts with the request. */
export function startPatience(): Patience {
  const end = performance.now() + waitedFor
  return { milliseconds: () => Math.max(0, end - performance.now()) }
}

/**
 * Waits for `work`, but not longer than a person should. After that it continues in the background, and the person is
 * told that the result is being checked. A later error is logged here; the sweep settles what is left open.
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

/** Like `answerWithin`, for work whose result is needed: throws when it has not ended in time. */
export async function resultWithin<Result>(patience: Patience, work: Promise<Result>): Promise<Result> {
  work.catch(() => {}) // nobody awaits it after the race
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
