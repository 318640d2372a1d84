/** What outlives a page load: the refresh token, when the session lapses, and a super user's chosen customer. */
const keys = { refresh: 'saldo.refresh', lapses: 'saldo.lapses', customer: 'saldo.customer' } as const

/** Every request pushes the end of the session this far ahead, in milliseconds. */
const sessionLength = 2 * 60 * 60 * 1000

export const refreshToken = () => localStorage.getItem(keys.refresh)
export const keepRefreshToken = (token: string) => localStorage.setItem(keys.refresh, token)

export const pushLapse = (now = Date.now()) => localStorage.setItem(keys.lapses, String(now + sessionLength))
export const hasLapsed = (now = Date.now()) => Number(localStorage.getItem(keys.lapses) ?? Infinity) < now

/** The customer whose data a super user sees; null for all of them. */
export const chosenCustomer = () => localStorage.getItem(keys.customer)
export const keepChosenCustomer = (id: number | null) =>
  id === null ? localStorage.removeItem(keys.customer) : localStorage.setItem(keys.customer, String(id))

export function forgetSession() {
  for (const key of Object.values(keys)) localStorage.removeItem(key)
}
