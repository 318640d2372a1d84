import { onSessionEvent } from './events.ts'
import { watchExpiry } from './expiry.ts'
import { recordActivity } from './inactivity.ts'
import { adoptSession, syncWithOtherTabs } from './session-end.ts'
import { isSessionKey } from './stored-session.ts'
import { endSession, hasSession } from './tokens.ts'

/**
 * A public page in the browser of somebody who has signed in: their session goes on while they act here, lapses here too,
 * and the page then loads anew instead of going to /auth. A page on which somebody has typed stays as it is: it shows
 * nothing of the session, and a card's number could not be kept.
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
