import { emitSessionEvent } from './events.ts'
import { beginSessionId, forgetTab, refreshToken, sessionEndOf, sessionId } from './stored-session.ts'

/**
 * How a session ends: by the user's will, by its two hours, by nobody being there, or because the server refuses it.
 * After the first and the third the page loads anew, a second later.
 */
export type SessionEnd = 'logout' | 'expiry' | 'inactivity' | 'refused'
const events = {
  logout: 'logout',
  expiry: 'session-expired',
  inactivity: 'session-expired',
  refused: 'auth-failed',
} as const
const reloadAfter = 1000

/** The session this document works for; another one, begun in another tab, may be somebody else's. */
let ours: string | null = null
function current() {
  if (refreshToken() === null) return null
  if (sessionId() === null) beginSessionId()
  return sessionId()
}

/** This document works for the session that stands now: when it starts, when one has begun in it, or was dropped. */
export const adoptSession = () => {
  ours = current()
}
/** Whether the session that the tabs share is still the one this document works for. */
export const isOwnSession = () => ours !== null && current() === ours

/** Says once that this document's session is over. */
export function leaveSession(ending: SessionEnd) {
  if (ours === null) return
  ours = null
  forgetTab()
  emitSessionEvent(events[ending])
  if (ending === 'logout' || ending === 'inactivity') setTimeout(reload, reloadAfter)
}

/** Without a connection there may be nothing to load: the page stays until there is one. */
function reload() {
  if (navigator.onLine) location.reload()
  else addEventListener('online', () => location.reload(), { once: true })
}

/**
 * Brings this document in line with what another tab did: it leaves a session that ended, and calls `other` when another
 * one has begun since. Cheap: call it whenever that may have happened.
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
