import type { Services } from '../services.ts'

/** The promise to people is an answer within three seconds; the rest is for our own work. */
const responseBudgetMs = 2_600

/** The time left for the provider within one request, over all its calls. */
export type Deadline = { milliseconds: () => number }

/** Starts with the request. */
export function startDeadline(): Deadline {
  const end = performance.now() + responseBudgetMs
  return { milliseconds: () => Math.max(0, end - performance.now()) }
}

/**
 * Waits for `work`, but not longer than a person should. After that it continues in the background, and the person is
 * told that the result is being checked. A later error is logged here; the sweep settles what is left open.
 */
export async function answerWithin(
  services: Services,
  work: Promise<unknown>,
  deadline: Deadline = startDeadline(),
): Promise<void> {
  const settled = work.catch((error) => services.log.error({ err: error }, 'payment left to the sweeper'))
  const late = after(deadline)
  await Promise.race([settled, late.promise])
  late.clear()
}

/** Like `answerWithin`, for work whose result is needed: throws when it has not ended in time. */
export async function resultWithin<Result>(deadline: Deadline, work: Promise<Result>): Promise<Result> {
  work.catch(() => {}) // nobody awaits it after the race
  const late = after(deadline)
  const tooLate = late.promise.then(() => {
    throw new Error('no answer in time')
  })
  return Promise.race([work, tooLate]).finally(late.clear)
}

function after(deadline: Deadline): { promise: Promise<void>; clear: () => void } {
  let timer: NodeJS.Timeout | undefined
  const promise = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, deadline.milliseconds())
  })
  return { promise, clear: () => clearTimeout(timer) }
}
