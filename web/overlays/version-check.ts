import type { Reply } from '../api.ts'
import { type ApiError, onApiError } from '../api-error.ts'
import { appHeaders } from '../session/tokens.ts'
import { type AppStatus, initialStatus } from './app-status.ts'
import { backoffAfter } from './backoff.ts'

const firstCheck = 5000
const checkEvery = 1_800_000
/** An answer that takes longer, in milliseconds, is none. */
const patience = 15_000
/** Failing calls ask for a check at most this often, in milliseconds. */
const spacing = 2000

/**
 * How many checks in a row must fail before the page is covered. A planned one is tried twice, so that a stumble of the
 * line covers nothing; where only calls fail, as while a server restarts, the banner speaks for some 15 s first.
 */
const covers = { planned: 2, unavailable: 2, unreached: 5 }

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

/**
 * Asks for the versions 5 s after the load and every 30 minutes, and whenever calls fail; follows the browser's own
 * connection. `onBack` runs when a lost server is there again. Returns how to stop.
 */
export function startVersionChecks(onBack: () => void): () => void {
  back = onBack
  let every: ReturnType<typeof setInterval> | undefined
  const first = setTimeout(
    () => {
      void checkVersion('planned')
      every = setInterval(() => void checkVersion('planned'), checkEvery)
    },
    Math.max(0, firstCheck - performance.now()),
  )
  // Whoever has just updated learns at once whether it helped.
  if (appStatus.afterUpdate) void checkVersion('planned')
  onApiError(heed)
  const stops = [
    on(window, 'online', online),
    on(window, 'offline', offline),
    on(document, 'visibilitychange', look),
  ]
  return () => {
    clearTimeout(first)
    clearInterval(every)
    clearTimeout(again)
    onApiError(() => {})
    for (const stop of stops) stop()
  }
}

/** Asks the server for the versions now; one question at a time. */
export function checkVersion(why: 'planned' | 'trouble' = 'trouble'): Promise<void> {
  clearTimeout(again)
  if (why === 'planned') {
    coversAt = Math.min(coversAt, covers.planned)
    changeAppStatus({ postponed: false })
  }
  checking ??= ask()
    .then((answer) => (typeof answer === 'string' ? failed(answer) : found(answer)))
    .finally(() => {
      checking = null
    })
  return checking
}

/** Marks the next load as that of an update, and loads. */
export function reloadForUpdate() {
  sessionStorage.setItem(updatingKey, '1')
  location.reload()
}

/** A function declaration, as it is needed while the module still starts. */
function takeUpdateMark() {
  const marked = sessionStorage.getItem(updatingKey) !== null
  sessionStorage.removeItem(updatingKey)
  return marked
}

type Versions = Reply<'GET /v1/settings/versions'>
type Failure = 'unreached' | 'unavailable'

/** Without the session: looking for updates must neither need nor lengthen it. */
async function ask(): Promise<Versions | Failure> {
  let response: Response
  try {
    const signal = AbortSignal.timeout(patience)
    response = await fetch('/v1/settings/versions', { headers: appHeaders, signal })
  } catch {
    return 'unreached'
  }
  const versions = (await response.json().catch(() => null)) as Versions | null
  return response.ok && typeof versions?.frontend === 'string' ? versions : 'unavailable'
}

function found({ frontend, frontend_b2c, minimum }: Versions) {
  const wasLost = appStatus.lostSince !== null
  failures = 0
  coversAt = Number.POSITIVE_INFINITY
  const latest = import.meta.env.MODE === 'b2c' ? frontend_b2c : frontend
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
  coversAt = Math.min(coversAt, covers[how])
  const now = Date.now()
  const online = navigator.onLine
  changeAppStatus({
    online,
    lostSince: appStatus.lostSince ?? now,
    triedAt: now,
    maintenance: online && failures >= coversAt,
  })
  // Offline, the browser says when to ask again; it is also asked, because it may be wrong.
  again = setTimeout(() => void checkVersion(), backoffAfter(failures, Math.random()))
}

let heededAt = Number.NEGATIVE_INFINITY

/** Calls that cannot reach the server, or that something before it answers, are a reason to look. */
function heed({ status, error }: ApiError) {
  if (status === 426) changeAppStatus({ refused: true })
  const down = status === 0 || (status >= 502 && error === 'unexpected')
  if (!down || appStatus.lostSince !== null || performance.now() - heededAt < spacing) return
  heededAt = performance.now()
  void checkVersion()
}

function online() {
  changeAppStatus({ online: true })
  void checkVersion()
}

function offline() {
  changeAppStatus({ online: false, lostSince: appStatus.lostSince ?? Date.now() })
}

function look() {
  if (document.visibilityState === 'visible' && appStatus.lostSince !== null) void checkVersion()
}

function on(target: EventTarget, type: string, react: () => void) {
  target.addEventListener(type, react)
  return () => target.removeEventListener(type, react)
}
