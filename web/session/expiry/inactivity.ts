import { onSessionEvent } from '../events.ts'
import { isLastActivityKey, lastActivity, storeLastActivity } from '../stored-session.ts'
import { hasSession } from '../tokens.ts'

/** Milliseconds without activity before the countdown, and the length of the countdown. */
const defaultTimeout = 15 * 60_000
export const countdownLength = 30_000
/** Check the clock at least this often: a sleeping laptop stops timers, but not the clock. */
const looksEvery = 10_000
const actions = ['mousemove', 'keydown', 'click', 'scroll', 'touchstart', 'touchmove'] as const

/** Whole seconds left of the countdown; null before it begins, 0 when it is over. Times are in milliseconds. */
export function secondsLeft(acted: number, now: number, timeout: number): number | null {
  if (now - acted < timeout) return null
  return Math.max(0, Math.ceil((acted + timeout + countdownLength - now) / 1000))
}

let left: number | null = null
let check = () => {}
const listeners = new Set<() => void>()

/** The seconds that the countdown shows; null when there is no countdown. */
export const readCountdown = () => left
export function onCountdown(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Stops the countdown, in all tabs. */
export function stayConnected() {
  storeLastActivity(Date.now())
  check()
}

/**
 * Counts from the last activity in any tab, and calls `over` when the countdown has ended. The tabs share one timestamp
 * and compare it with the clock, so they agree without messages.
 */
export function watchInactivity(over: () => void, timeout = defaultTimeout) {
  let timer: ReturnType<typeof setTimeout> | undefined

  check = () => {
    clearTimeout(timer)
    if (!hasSession()) return show(null)
    const now = Date.now()
    const acted = Math.min(lastActivity() ?? now, now)
    if (acted !== lastActivity()) storeLastActivity(acted)
    const seconds = secondsLeft(acted, now, timeout)
    show(seconds || null)
    if (seconds === 0) return over()
    const next =
      seconds === null
        ? acted + timeout - now
        : acted + timeout + countdownLength - now - (seconds - 1) * 1000
    timer = setTimeout(check, Math.min(next, looksEvery))
  }

  recordActivity(() => {
    if (!hasSession()) return false
    const now = Date.now()
    // After the machine slept, the user finds the countdown or its end, not a renewed session.
    const awake = secondsLeft(lastActivity() ?? now, now, timeout) === null
    if (!awake) check()
    return awake
  })
  addEventListener('storage', ({ key }) => {
    if (isLastActivityKey(key) && left !== null) check()
  })
  for (const wakes of ['visibilitychange', 'focus', 'pageshow'] as const)
    addEventListener(wakes, () => check())
  onSessionEvent('login', stayConnected)
  for (const ended of ['logout', 'session-expired', 'auth-failed'] as const) onSessionEvent(ended, check)
  check()
}

function show(seconds: number | null) {
  if (seconds === left) return
  left = seconds
  for (const listener of listeners) listener()
}

/** Activity is stored at most this often, in milliseconds: moving the mouse costs a comparison, not a write. */
const storeEvery = 1000

/** Stores the time of each mouse move, key, click, scroll and touch, unless `counts` returns false. */
export function recordActivity(counts: () => boolean) {
  let latest = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const note = () => {
    if (counts()) storeLastActivity(latest)
  }
  const acted = (event: Event) => {
    if (isMovedByPage(event)) return
    latest = Date.now()
    if (timer !== undefined) return
    note()
    const noted = latest
    timer = setTimeout(() => {
      timer = undefined
      if (latest > noted) note()
    }, storeEvery)
  }
  for (const action of actions) addEventListener(action, acted, { capture: true, passive: true })
}

let x = Number.NaN
let y = Number.NaN
/** Browsers fire mouse moves when the page changes under a resting mouse. */
function isMovedByPage(event: Event): boolean {
  if (!(event instanceof MouseEvent) || event.type !== 'mousemove') return false
  const rests = event.screenX === x && event.screenY === y
  x = event.screenX
  y = event.screenY
  return rests
}
