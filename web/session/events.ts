/** What happens to a session, for those who must react (navigation, caches, live updates). */
export type SessionEvent = 'login' | 'logout' | 'session-expired' | 'auth-failed' | 'customer-changed'

const target = new EventTarget()

export const emitSessionEvent = (event: SessionEvent) => target.dispatchEvent(new Event(event))

/** Calls `react` at every such event; returns how to stop. */
export function onSessionEvent(event: SessionEvent, react: () => void) {
  target.addEventListener(event, react)
  return () => target.removeEventListener(event, react)
}
