/** Milliseconds after which a part of the app that has not arrived counts as lost. */
const limit = 120_000
/** How often it is asked for before someone is bothered. */
const tries = 3

let waitingForRetry: (() => void)[] = []
const listeners = new Set<() => void>()

/**
 * Loads a part of the app (`() => import(…)`). What fails is asked for again twice; what then fails still, or has not
 * come after 120 s, waits, still pending, until `retryFailedLoads` or until the browser is online again. So it never rejects,
 * and what was on the screen stays there with all that was typed.
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

/** Asks again for everything that did not arrive. */
export function retryFailedLoads() {
  const again = waitingForRetry
  waitingForRetry = []
  for (const go of again) go()
  for (const listener of listeners) listener()
}

/** How many parts wait for `retryFailedLoads`. */
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
