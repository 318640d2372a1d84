/** Milliseconds after which a part of the app that has not arrived counts as lost. */
const limit = 120_000
/** How often it is asked for before someone is bothered. */
const tries = 3

let stuck: (() => void)[] = []
const listeners = new Set<() => void>()

/**
 * Loads a part of the app (`() => import(…)`): within 120 s, asked for again twice. If that does not help it waits,
 * still pending, until `retryStuck` or until the browser is online again; so it never rejects, and what was on the
 * screen stays there with all that was typed.
 */
export async function patiently<T>(load: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await within(limit, load())
    } catch {
      await (tried % tries === 0 ? beAsked() : pause(tried * 1000))
    }
  }
}

/** Asks again for everything that did not arrive. */
export function retryStuck() {
  const again = stuck
  stuck = []
  for (const go of again) go()
  for (const listener of listeners) listener()
}

/** How many parts wait for `retryStuck`. */
export const countStuck = () => stuck.length
export function onStuck(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

globalThis.addEventListener?.('online', retryStuck)

const beAsked = () =>
  new Promise<void>((resolve) => {
    stuck.push(resolve)
    for (const listener of listeners) listener()
  })

function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`nothing came in ${milliseconds} ms`)), milliseconds)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
