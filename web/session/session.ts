import { alertToastAcrossReload } from '../ui/feedback/toast.ts'
import { discardDrafts } from '../ui/form/drafts.ts'
import { onSessionEvent } from './events.ts'
import { watchExpiry } from './expiry.ts'
import { watchInactivity } from './inactivity.ts'
import { adoptSession, syncWithOtherTabs } from './session-end.ts'
import { isSessionKey } from './stored-session.ts'
import { endSession, passwordGrant, secondStepGrant } from './tokens.ts'

export const login = passwordGrant
export const loginSecondStep = secondStepGrant

/** Ends the session in all tabs and on the server, then goes to /auth and reloads a second later. */
export const logout = () => endSession('logout')

/**
 * Ties the session's events to the page: `goAfterLogin` after signing in, `auth` to sign in again, from where one returns to
 * `from`. Call once.
 */
export function watchSession(goTo: { goAfterLogin: () => void; auth: (from?: string) => void }) {
  adoptSession()
  onSessionEvent('logout', () => {
    alertToastAcrossReload('Logout eseguito.', 'settled')
    // Who leaves on purpose leaves nothing behind; what a session that expired interrupts is kept.
    discardDrafts()
    goTo.auth()
  })
  onSessionEvent('session-expired', () => {
    alertToastAcrossReload('Sessione scaduta.', 'late')
    goTo.auth(currentAddress())
  })
  onSessionEvent('auth-failed', () => goTo.auth(currentAddress()))
  onSessionEvent('login', goTo.goAfterLogin)
  listenToOtherTabs(goTo.goAfterLogin)
  watchExpiry(() => endSession('expiry'))
  watchInactivity(() => endSession('inactivity'))
}

/** Undefined at the door itself, which knows already where one was going. */
const currentAddress = () => (isOnAuthPage() ? undefined : location.hash.slice(1) || undefined)
const isOnAuthPage = () => /^#\/auth(\/|\?|$)/.test(location.hash)

/** One leaves, all leave; one signs in, all go on, and nobody goes on showing what another person saw. */
function listenToOtherTabs(goAfterLogin: () => void) {
  const follow = () =>
    syncWithOtherTabs((hadOne) => {
      if (hadOne) location.reload()
      else if (isOnAuthPage()) goAfterLogin()
    })
  addEventListener('storage', ({ key }) => isSessionKey(key) && follow())
  // A tab that was frozen meanwhile has heard nothing.
  for (const wakes of ['visibilitychange', 'pageshow'] as const) addEventListener(wakes, follow)
}
