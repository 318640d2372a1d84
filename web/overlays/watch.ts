import type { Reply } from '../api.ts'
import { type ApiError, onApiError } from '../api-error.ts'
import { appHeaders } from '../session/tokens.ts'
import { atStart, type Standing } from './standing.ts'
import { waitAfter } from './waits.ts'

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

let standing = atStart(navigator.onLine, takeMark(), Date.now())
const listeners = new Set<() => void>()
export const readStanding = () => standing
export function onStanding(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export function change(next: Partial<Standing>) {
  standing = { ...standing, ...next }
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
export function watch(onBack: () => void): () => void {
  back = onBack
  let every: ReturnType<typeof setInterval> | undefined
  const first = setTimeout(
    () => {
      void check('planned')
      every = setInterval(() => void check('planned'), checkEvery)
    },
    Math.max(0, firstCheck - performance.now()),
  )
  // Whoever has just updated learns at once whether it helped.
  if (standing.afterUpdate) void check('planned')
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
export function check(why: 'planned' | 'trouble' = 'trouble'): Promise<void> {
  clearTimeout(again)
  if (why === 'planned') {
    coversAt = Math.min(coversAt, covers.planned)
    change({ postponed: false })
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
function takeMark() {
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
  const wasLost = standing.lostSince !== null
  failures = 0
  coversAt = Number.POSITIVE_INFINITY
  const latest = import.meta.env.MODE === 'b2c' ? frontend_b2c : frontend
  change({ online: true, lostSince: null, maintenance: false, triedAt: null, newest: { latest, minimum } })
  if (wasLost) back()
}

function failed(how: Failure) {
  failures++
  coversAt = Math.min(coversAt, covers[how])
  const now = Date.now()
  const online = navigator.onLine
  change({
    online,
    lostSince: standing.lostSince ?? now,
    triedAt: now,
    maintenance: online && failures >= coversAt,
  })
  // Offline, the browser says when to ask again; it is also asked, because it may be wrong.
  again = setTimeout(() => void check(), waitAfter(failures, Math.random()))
}

let heededAt = Number.NEGATIVE_INFINITY

/** Calls that cannot reach the server, or that something before it answers, are a reason to look. */
function heed({ status, error }: ApiError) {
  if (status === 426) change({ refused: true })
  const down = status === 0 || (status >= 502 && error === 'unexpected')
  if (!down || standing.lostSince !== null || performance.now() - heededAt < spacing) return
  heededAt = performance.now()
  void check()
}

function online() {
  change({ online: true })
  void check()
}

function offline() {
  change({ online: false, lostSince: standing.lostSince ?? Date.now() })
}

function look() {
  if (document.visibilityState === 'visible' && standing.lostSince !== null) void check()
}

function on(target: EventTarget, type: string, react: () => void) {
  target.addEventListener(type, react)
  return () => target.removeEventListener(type, react)
}
