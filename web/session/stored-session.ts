/** Session data in the browser's storage: they survive a page load and are shared by the tabs. */
const keys = {
  /** The id of the sign-in: another id is another session, perhaps of another user. */
  session: 'saldo.session',
  refresh: 'saldo.refresh',
  lapses: 'saldo.lapses',
  acted: 'saldo.acted',
  customer: 'saldo.customer',
  account: 'saldo.account',
  /** The user is a resident, whose home is drawn before the app has come. */
  home: 'saldo.home',
} as const
const endingKey = 'saldo.ended'

/** The session ends this long after the last request, in milliseconds. */
export const sessionLength = 2 * 60 * 60 * 1000

export const refreshToken = () => localStorage.getItem(keys.refresh)
export const storeRefreshToken = (token: string) => localStorage.setItem(keys.refresh, token)

export const sessionId = () => localStorage.getItem(keys.session)
export const beginSessionId = () => localStorage.setItem(keys.session, `${Date.now()}.${Math.random()}`)
/** Whether a storage event of another tab (`key`; null: storage cleared) may mean another session. */
export const isSessionKey = (key: string | null) => key === null || key === keys.session

export function extendSession(now = Date.now()) {
  if (refreshToken() !== null) localStorage.setItem(keys.lapses, String(now + sessionLength))
}
export const hasExpired = (now = Date.now()) => Number(localStorage.getItem(keys.lapses) ?? Infinity) < now

/** Time of the last activity in any tab, in milliseconds since 1970; null before any. */
export const lastActivity = () => Number(localStorage.getItem(keys.acted)) || null
export const storeLastActivity = (when: number) => localStorage.setItem(keys.acted, String(when))
export const isLastActivityKey = (key: string | null) => key === keys.acted

/**
 * The customer whose data a super user sees in this tab; a new tab starts with the one chosen last. Null: all
 * customers.
 */
export const chosenCustomer = () =>
  (sessionStorage.getItem(keys.customer) ?? localStorage.getItem(keys.customer)) || null
export function storeChosenCustomer(id: number | null) {
  sessionStorage.setItem(keys.customer, id === null ? '' : String(id))
  storeChosenAccount(null)
  if (id === null) localStorage.removeItem(keys.customer)
  else localStorage.setItem(keys.customer, String(id))
}

/**
 * The condominium to which this tab's dashboard is narrowed; null: all. A new tab begins with all, so that nobody reads a
 * part for the whole.
 */
export const chosenAccount = () => sessionStorage.getItem(keys.account)
export function storeChosenAccount(id: string | null) {
  if (id === null) sessionStorage.removeItem(keys.account)
  else sessionStorage.setItem(keys.account, id)
}

/** Whether the home is a resident's, as far as this browser knows. */
export const hasResidentHome = () => localStorage.getItem(keys.home) !== null
export const noteResidentHome = () => localStorage.setItem(keys.home, '1')

/** How the session with this id ended, for the other tabs; null when unknown. */
export function sessionEndOf(id: string | null): string | null {
  const [ending, of] = (localStorage.getItem(endingKey) ?? '').split(' ')
  return of === id ? (ending ?? null) : null
}
export const storeSessionEnd = (ending: string) => localStorage.setItem(endingKey, `${ending} ${sessionId()}`)

export function forgetSession() {
  forgetTab()
  // Remove the id last: other tabs react to it, and must find nothing else.
  const { session, ...others } = keys
  for (const key of [...Object.values(others), session]) localStorage.removeItem(key)
}
export function forgetTab() {
  sessionStorage.removeItem(keys.customer)
  storeChosenAccount(null)
}

const ownerKey = 'saldo.owner'
/**
 * Whether this tab now belongs to another user than before (drafts must not pass on); stores `user_id` as its owner.
 */
export function changesUser(user_id: number): boolean {
  const before = sessionStorage.getItem(ownerKey)
  sessionStorage.setItem(ownerKey, String(user_id))
  return before !== null && before !== String(user_id)
}
