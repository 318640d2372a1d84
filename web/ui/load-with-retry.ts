/** Timeout of a load, in milliseconds. */
const limit = 120_000
/** Number of tries before the user is told. */
const tries = 3

let waitingForRetry: (() => void)[] = []
const listeners = new Set<() => void>()

/**
 * Loads a part of the app (`() => import(…)`). A failure is retried twice. After that, or after 120 s, the promise
 * stays pending until `retryFailedLoads` is called or the browser is online again. It never rejects, so the page stays
 * with all that was typed.
 */
export async function loadWithRetry<T>(load: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    const part = await Promise.race([load().catch(() => failed), afterLimit()])
    if (part !== failed && part !== late) return part as T
    await (part === late || tried % tries === 0 ? beAsked() : pause(tried * 1000))
  }
}
const failed = Symbol('failed')
const late = Symbol('late')

/** Retries all failed loads. */
export function retryFailedLoads() {
  const again = waitingForRetry
  waitingForRetry = []
  for (const go of again) go()
  for (const listener of listeners) listener()
}

/** Number of loads that wait for `retryFailedLoads`. */
export const countFailedLoads = () => waitingForRetry.length
export function onFailedLoads(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

globalThis.addEventListener?.('online', retryFailedLoads)

const beAsked = () =>
  new Promise<void>((resolve) => {
    waitingForRetry.push(resolve)
    for (const listener of listeners) listener()
  })

const afterLimit = () => pause(limit).then(() => late)

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
