import { onSessionEvent } from './events.ts'
import { isLastActivityKey, keepLastActivity, lastActivity } from './stored-session.ts'
import { hasSession } from './tokens.ts'

/** Milliseconds without any action before the countdown, and those it lasts. */
const defaultTimeout = 15 * 60_000
export const countdownLength = 30_000
/** A laptop that sleeps stops timers and not the clock: it is read at least this often. */
const looksEvery = 10_000
const actions = ['mousemove', 'keydown', 'click', 'scroll', 'touchstart', 'touchmove'] as const

/** Whole seconds left of the countdown: null while it has not begun, 0 when it is over. Times in milliseconds. */
export function secondsLeft(acted: number, now: number, timeout: number): number | null {
  if (now - acted < timeout) return null
  return Math.max(0, Math.ceil((acted + timeout + countdownLength - now) / 1000))
}

let left: number | null = null
let check = () => {}
const listeners = new Set<() => void>()

/** Seconds left as the countdown shows them; null when there is none. */
export const readCountdown = () => left
export function onCountdown(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The one thing that stops the countdown, in all tabs. */
export function stayConnected() {
  keepLastActivity(Date.now())
  check()
}

/**
 * Counts from the last action in any tab and calls `over` when the countdown has ended. All tabs judge one instant that
 * they share by the clock on the wall, so they agree without a word.
 */
export function watchInactivity(over: () => void, timeout = defaultTimeout) {
  let timer: ReturnType<typeof setTimeout> | undefined

  check = () => {
    clearTimeout(timer)
    if (!hasSession()) return show(null)
    const now = Date.now()
    const acted = Math.min(lastActivity() ?? now, now)
    if (acted !== lastActivity()) keepLastActivity(acted)
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
    // Whoever comes back to a machine that slept finds the countdown, or its end, not a session that begins anew.
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

/** Milliseconds between two notes of an action: moving the mouse costs a comparison, not a write. */
const notesEvery = 1000

/** Keeps the instant of each mouse move, key, click, scroll and touch, unless `counts` says it does not count now. */
export function recordActivity(counts: () => boolean) {
  let latest = 0
  let noting: ReturnType<typeof setTimeout> | undefined
  const note = () => {
    if (counts()) keepLastActivity(latest)
  }
  const acted = (event: Event) => {
    if (isMovedByThePage(event)) return
    latest = Date.now()
    if (noting !== undefined) return
    note()
    const noted = latest
    noting = setTimeout(() => {
      noting = undefined
      if (latest > noted) note()
    }, notesEvery)
  }
  for (const action of actions) addEventListener(action, acted, { capture: true, passive: true })
}

let x = Number.NaN
let y = Number.NaN
/** A page that changes under a resting mouse makes browsers say that it moved. */
function isMovedByThePage(event: Event): boolean {
  if (!(event instanceof MouseEvent) || event.type !== 'mousemove') return false
  const rests = event.screenX === x && event.screenY === y
  x = event.screenX
  y = event.screenY
  return rests
}
