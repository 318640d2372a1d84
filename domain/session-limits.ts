/** Who a session belongs to: the back office, somebody who works for an office, or a resident. */
export type SessionKind = 'super_user' | 'office' | 'resident'

/**
 * How long the server keeps a session, in seconds. `idle`: after its last request. `absolute`: after signing in, however
 * much it is used.
 */
export type SessionLimits = { idle: number; absolute: number }

const hour = 3600
const day = 24 * hour

/**
 * The more a session may do, the shorter it lives. The browser ends its own sessions earlier: after fifteen minutes without
 * an action, or two hours without a request. So no `idle` is below two hours: the server would end a session that the
 * browser still shows as open. These limits hold for tokens that are used without a browser.
 */
export const sessionLimits: Record<SessionKind, SessionLimits> = {
  super_user: { idle: 2 * hour, absolute: 12 * hour },
  office: { idle: 12 * hour, absolute: 14 * day },
  resident: { idle: 30 * day, absolute: 90 * day },
}
