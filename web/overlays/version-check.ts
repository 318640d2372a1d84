import type { Reply } from '../api.ts'
import { type ApiError, onApiError } from '../api-error.ts'
import { isConsumerBuild } from '../edition.ts'
import { appHeaders } from '../session/tokens.ts'
import { type AppStatus, initialStatus } from './app-status.ts'
import { backoffAfter } from './backoff.ts'

const firstCheck = 5000
const checkEvery = 1_800_000
/** Timeout of a check, in milliseconds. */
const timeout = 15_000
/** Failing calls trigger at most one check in so many milliseconds. */
const leastInterval = 2000

/**
 * How many checks in a row must fail before the maintenance notice covers the page. A planned check is repeated once,
 * so that one lost packet covers nothing; when only calls fail, as during a restart of the server, the banner is shown
 * for about 15 s first.
 */
const coversAfter = { planned: 2, unavailable: 2, unreached: 5 }

const updatingKey = 'saldo.updating'

let appStatus = initialStatus(navigator.onLine, takeUpdateMark(), Date.now())
const listeners = new Set<() => void>()
export const readAppStatus = () => appStatus
export function onAppStatus(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export function changeAppStatus(next: Partial<AppStatus>) {
  appStatus = { ...appStatus, ...next }
  for (const listener of listeners) listener()
}

let failures = 0
let coversAt = Number.POSITIVE_INFINITY
let checking: Promise<void> | null = null
let again: ReturnType<typeof setTimeout> | undefined
let back = () => {}
let refused = () => {}

/**
 * Checks the version 5 s after the load, every 30 minutes, and when calls fail; follows `online` and `offline`.
 * `onBack` runs when the server can be reached again, `onMaintenance` when it refuses a call because of a maintenance.
 * Returns a function that stops it.
 */
export function startVersionChecks(onBack: () => void, onMaintenance: () => void): () => void {
  back = onBack
  refused = onMaintenance
  let every: ReturnType<typeof setInterval> | undefined
  const first = setTimeout(
    () => {
      void checkVersion('planned')
      every = setInterval(() => void checkVersion('planned'), checkEvery)
    },
    Math.max(0, firstCheck - performance.now()),
  )
  // After an update, check at once whether it worked.
  if (appStatus.afterUpdate) void checkVersion('planned')
  onApiError(checkAfterFailure)
  const stops = [
    on(window, 'online', online),
    on(window, 'offline', offline),
    on(document, 'visibilitychange', checkWhenVisible),
  ]
  return () => {
    clearTimeout(first)
    clearInterval(every)
    clearTimeout(again)
    onApiError(() => {})
    for (const stop of stops) stop()
  }
}

/** Checks the version now; one check at a time. */
export function checkVersion(why: 'planned' | 'trouble' = 'trouble'): Promise<void> {
  clearTimeout(again)
  if (why === 'planned') {
    coversAt = Math.min(coversAt, coversAfter.planned)
    changeAppStatus({ postponed: false })
  }
  checking ??= ask()
    .then((answer) => (typeof answer === 'string' ? failed(answer) : found(answer)))
    .finally(() => {
      checking = null
    })
  return checking
}

/** Reloads, and marks the next load as one after an update. */
export function reloadForUpdate() {
  sessionStorage.setItem(updatingKey, '1')
  location.reload()
}

/** A function declaration, because it is called while the module is still evaluated. */
function takeUpdateMark() {
  const marked = sessionStorage.getItem(updatingKey) !== null
  sessionStorage.removeItem(updatingKey)
  return marked
}

type Versions = Reply<'GET /v1/settings/versions'>
type Failure = 'unreached' | 'unavailable'

/** Sends no access token, because a version check must neither need nor prolong the session. */
async function ask(): Promise<Versions | Failure> {
  let response: Response
  try {
    const signal = AbortSignal.timeout(timeout)
    response = await fetch('/v1/settings/versions', { headers: appHeaders, signal })
  } catch {
    return 'unreached'
  }
  const versions = (await response.json().catch(() => null)) as Versions | null
  return response.ok && typeof versions?.frontend === 'string' ? versions : 'unavailable'
}

function found({ frontend, frontend_b2c, ...oldest }: Versions) {
  const wasLost = appStatus.lostSince !== null
  failures = 0
  coversAt = Number.POSITIVE_INFINITY
  const latest = isConsumerBuild ? frontend_b2c : frontend
  const minimum = isConsumerBuild ? oldest.minimum_b2c : oldest.minimum
  changeAppStatus({
    online: true,
    lostSince: null,
    maintenance: false,
    triedAt: null,
    newest: { latest, minimum },
  })
  if (wasLost) back()
}

function failed(how: Failure) {
  failures++
  coversAt = Math.min(coversAt, coversAfter[how])
  const now = Date.now()
  const online = navigator.onLine
  changeAppStatus({
    online,
    lostSince: appStatus.lostSince ?? now,
    triedAt: now,
    maintenance: online && failures >= coversAt,
  })
  // Offline, the `online` event triggers the next check; the timer runs as well, because the event may be wrong.
  again = setTimeout(() => void checkVersion(), backoffAfter(failures, Math.random()))
}

let checkedAt = Number.NEGATIVE_INFINITY

/** A call that does not reach the server, or that a proxy answers, triggers a check. */
function checkAfterFailure({ status, error }: ApiError) {
  if (status === 426) changeAppStatus({ refused: true })
  if (error === 'under_maintenance') refused()
  const down = status === 0 || (status >= 502 && error === 'unexpected')
  if (!down || appStatus.lostSince !== null || performance.now() - checkedAt < leastInterval) return
  checkedAt = performance.now()
  void checkVersion()
}

function online() {
  changeAppStatus({ online: true })
  void checkVersion()
}

function offline() {
  changeAppStatus({ online: false, lostSince: appStatus.lostSince ?? Date.now() })
}

function checkWhenVisible() {
  if (document.visibilityState === 'visible' && appStatus.lostSince !== null) void checkVersion()
}

function on(target: EventTarget, type: string, react: () => void) {
  target.addEventListener(type, react)
  return () => target.removeEventListener(type, react)
}
