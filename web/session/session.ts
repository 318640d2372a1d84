import { api } from '../api.ts'
import { alert, alertAcrossReload } from '../ui/snackbars.ts'
import { announce, onSession } from './events.ts'
import { hasLapsed, keepChosenCustomer } from './stored.ts'
import { dropTokens, hasSession, passwordGrant } from './tokens.ts'

const reloadAfter = 1000
const checkEvery = 60_000

export const login = passwordGrant

/** Ends the session here and on the server, then goes to /auth and reloads a second later. */
export async function logout() {
  // Unreachable server or dead session: leaving must work all the same.
  await api('POST /v1/auth/logout').catch(() => undefined)
  dropTokens()
  announce('logout')
}

/** The super user looks at another customer's data; null: at everyone's. */
export function chooseCustomer(id: number | null) {
  keepChosenCustomer(id)
  announce('customer-changed')
}

/** Ties the session's events to the page: `arrive` after signing in, `auth` to sign in again. Call once. */
export function watchSession(goTo: { arrive: () => void; auth: () => void }) {
  onSession('logout', () => {
    alertAcrossReload('Logout eseguito.', 'settled')
    goTo.auth()
    setTimeout(() => location.reload(), reloadAfter)
  })
  onSession('session-expired', () => {
    alert('Sessione scaduta.', 'late')
    goTo.auth()
  })
  onSession('auth-failed', goTo.auth)
  onSession('login', goTo.arrive)
  setInterval(() => {
    if (hasSession() && hasLapsed()) {
      dropTokens()
      announce('session-expired')
    }
  }, checkEvery)
  // Another tab signed out: this one must not go on showing anyone's data.
  addEventListener('storage', ({ key, newValue }) => {
    if (key === 'saldo.refresh' && newValue === null) announce('auth-failed')
  })
}
