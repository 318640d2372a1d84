/** What outlives a page load, and what the tabs of a browser know of one another. */
const keys = {
  /** Which sign-in this is: another id is another session, perhaps of somebody else. */
  session: 'saldo.session',
  refresh: 'saldo.refresh',
  lapses: 'saldo.lapses',
  acted: 'saldo.acted',
  customer: 'saldo.customer',
} as const
const endingKey = 'saldo.ended'

/** Every request pushes the end of the session this far ahead, in milliseconds. */
export const sessionLength = 2 * 60 * 60 * 1000

export const refreshToken = () => localStorage.getItem(keys.refresh)
export const keepRefreshToken = (token: string) => localStorage.setItem(keys.refresh, token)

export const sessionId = () => localStorage.getItem(keys.session)
export const beginSessionId = () => localStorage.setItem(keys.session, `${Date.now()}.${Math.random()}`)
/** Whether a change that another tab made to the storage (`key`, null: all of it) may be another session. */
export const isSessionKey = (key: string | null) => key === null || key === keys.session

export function extendSession(now = Date.now()) {
  if (refreshToken() !== null) localStorage.setItem(keys.lapses, String(now + sessionLength))
}
export const hasExpired = (now = Date.now()) => Number(localStorage.getItem(keys.lapses) ?? Infinity) < now

/** When somebody last did something, in whatever tab; milliseconds since 1970, null before anything was done. */
export const lastActivity = () => Number(localStorage.getItem(keys.acted)) || null
export const keepLastActivity = (when: number) => localStorage.setItem(keys.acted, String(when))
export const isLastActivityKey = (key: string | null) => key === keys.acted

/** The customer whose data a super user sees in this tab; a new tab begins with the one chosen last. Null: all of them. */
export const chosenCustomer = () =>
  (sessionStorage.getItem(keys.customer) ?? localStorage.getItem(keys.customer)) || null
export function keepChosenCustomer(id: number | null) {
  sessionStorage.setItem(keys.customer, id === null ? '' : String(id))
  if (id === null) localStorage.removeItem(keys.customer)
  else localStorage.setItem(keys.customer, String(id))
}

/** How the session with this id ended, for the tabs that did not end it; null when nobody has said. */
export function sessionEndOf(id: string | null): string | null {
  const [ending, of] = (localStorage.getItem(endingKey) ?? '').split(' ')
  return of === id ? (ending ?? null) : null
}
export const keepSessionEnd = (ending: string) => localStorage.setItem(endingKey, `${ending} ${sessionId()}`)

export function forgetSession() {
  forgetTab()
  // The id goes last: when other tabs hear of it, nothing else is left.
  const { session, ...others } = keys
  for (const key of [...Object.values(others), session]) localStorage.removeItem(key)
}
export const forgetTab = () => sessionStorage.removeItem(keys.customer)

const ownerKey = 'saldo.owner'
/** Whether this tab, with what was typed in it, passes from one person to another; `user_id` holds it from now on. */
export function changesUser(user_id: number): boolean {
  const before = sessionStorage.getItem(ownerKey)
  sessionStorage.setItem(ownerKey, String(user_id))
  return before !== null && before !== String(user_id)
}
