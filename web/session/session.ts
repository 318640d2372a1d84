import { alertToastAcrossReload } from '../ui/feedback/toast.ts'
import { discardDrafts } from '../ui/form/drafts.ts'
import { onSessionEvent } from './events.ts'
import { watchExpiry } from './expiry/expiry.ts'
import { watchInactivity } from './expiry/inactivity.ts'
import { adoptSession, syncWithOtherTabs } from './expiry/session-end.ts'
import { isSessionKey } from './stored-session.ts'
import { endSession, passwordGrant, secondStepGrant } from './tokens.ts'

export const login = passwordGrant
export const loginSecondStep = secondStepGrant

/** Ends the session in all tabs and on the server, then goes to /auth and reloads a second later. */
export const logout = () => endSession('logout')

/**
 * Connects session events with navigation: `goAfterLogin` after signing in; `auth` to sign in again, `setUp` to set up the second
 * step that is missing, then back to `from`.
 * Call once.
 */
export function watchSession(goTo: {
  goAfterLogin: () => void
  auth: (from?: string) => void
  setUp: (from?: string) => void
}) {
  adoptSession()
  onSessionEvent('logout', () => {
    alertToastAcrossReload('Logout eseguito.', 'success')
    // A logout discards drafts; an expired session keeps them.
    discardDrafts()
    goTo.auth()
  })
  onSessionEvent('session-expired', () => {
    alertToastAcrossReload('Sessione scaduta.', 'danger')
    goTo.auth(currentAddress())
  })
  onSessionEvent('auth-failed', () => goTo.auth(currentAddress()))
  onSessionEvent('second-step-missing', () => goTo.setUp(currentAddress()))
  onSessionEvent('login', goTo.goAfterLogin)
  listenToOtherTabs(goTo.goAfterLogin)
  watchExpiry(() => endSession('expiry'))
  watchInactivity(() => endSession('inactivity'))
}

/** The address to return to; undefined on the sign-in pages, which already have one in their address. */
const currentAddress = () => (isOnAuthPage() ? undefined : location.hash.slice(1) || undefined)
const isOnAuthPage = () => /^#\/auth(\/|\?|$)/.test(location.hash)

/** A logout in one tab logs out all, a sign-in signs in all, and no tab keeps showing another user's data. */
function listenToOtherTabs(goAfterLogin: () => void) {
  const follow = () =>
    syncWithOtherTabs((hadOne) => {
      if (hadOne) location.reload()
      else if (isOnAuthPage()) goAfterLogin()
    })
  addEventListener('storage', ({ key }) => isSessionKey(key) && follow())
  // A frozen tab receives no storage events, so it checks when it wakes up.
  for (const wakes of ['visibilitychange', 'pageshow'] as const) addEventListener(wakes, follow)
}
