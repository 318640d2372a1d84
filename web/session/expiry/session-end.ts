import { emitSessionEvent } from '../events.ts'
import { beginSessionId, forgetTab, refreshToken, sessionEndOf, sessionId } from '../stored-session.ts'

/**
 * How a session ends: logout, two hours without a request, inactivity, or refusal by the server. After logout and
 * inactivity the page reloads, a second later.
 */
export type SessionEnd = 'logout' | 'expiry' | 'inactivity' | 'refused'
const events = {
  logout: 'logout',
  expiry: 'session-expired',
  inactivity: 'session-expired',
  refused: 'auth-failed',
} as const
const reloadAfter = 1000

/**
 * The id of the session this document works for. Another tab may have begun another session, perhaps of another user.
 */
let ours: string | null = null
function current() {
  if (refreshToken() === null) return null
  if (sessionId() === null) beginSessionId()
  return sessionId()
}

/** This document takes over the current session: at the start, and after one has begun or ended in it. */
export const adoptSession = () => {
  ours = current()
}
/** Whether the session shared by the tabs is still the one of this document. */
export const isOwnSession = () => ours !== null && current() === ours

/** Emits once that this document's session is over. */
export function leaveSession(ending: SessionEnd) {
  if (ours === null) return
  ours = null
  forgetTab()
  emitSessionEvent(events[ending])
  if (ending === 'logout' || ending === 'inactivity') setTimeout(reload, reloadAfter)
}

/** A reload without a connection may load nothing, so the page stays until there is one. */
function reload() {
  if (navigator.onLine) location.reload()
  else addEventListener('online', () => location.reload(), { once: true })
}

/**
 * Follows what another tab did: ends this document's session if it was ended, and calls `other` if another session has
 * begun. Cheap: call it whenever that may have happened.
 */
export function syncWithOtherTabs(other: (hadOne: boolean) => void) {
  const now = current()
  if (now === ours) return
  const before = ours
  if (before !== null) leaveSession((sessionEndOf(before) as SessionEnd | null) ?? 'refused')
  if (now !== null) {
    ours = now
    other(before !== null)
  }
}
