import { onSessionEvent } from './events.ts'
import { watchExpiry } from './expiry/expiry.ts'
import { recordActivity } from './expiry/inactivity.ts'
import { adoptSession, syncWithOtherTabs } from './expiry/session-end.ts'
import { isSessionKey } from './stored-session.ts'
import { endSession, hasSession } from './tokens.ts'

/**
 * For a public page in the browser of a signed-in user: activity here prolongs their session, the session also expires
 * here, and the page then reloads instead of going to /auth. A page with input stays as it is: it shows nothing of the
 * session, and typed card data could not be restored.
 */
export function watchSessionOfPayer() {
  adoptSession()
  let typed = false
  addEventListener('input', () => {
    typed = true
  })
  onSessionEvent('session-expired', () => {
    if (!typed) location.reload()
  })
  addEventListener('storage', ({ key }) => isSessionKey(key) && syncWithOtherTabs(() => undefined))
  recordActivity(hasSession)
  watchExpiry(() => endSession('expiry'))
}
