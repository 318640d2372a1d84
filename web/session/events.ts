/** Session events, for navigation, caches and live updates. */
export type SessionEvent =
  | 'login'
  | 'logout'
  | 'session-expired'
  | 'auth-failed'
  | 'second-step-missing'
  | 'customer-changed'

const target = new EventTarget()

export const emitSessionEvent = (event: SessionEvent) => target.dispatchEvent(new Event(event))

/** Calls `react` at every such event; returns a function that unsubscribes. */
export function onSessionEvent(event: SessionEvent, react: () => void) {
  target.addEventListener(event, react)
  return () => target.removeEventListener(event, react)
}
