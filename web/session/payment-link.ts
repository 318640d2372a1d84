import { onSession } from './events.ts'
import { watchExpiry } from './expiry.ts'
import { noteActions } from './inactivity.ts'
import { adopt, catchUp } from './leaving.ts'
import { touchesSession } from './stored.ts'
import { endSession, hasSession } from './tokens.ts'

/**
 * A public page in the browser of somebody who has signed in: their session goes on while they act here, lapses here too,
 * and the page then loads anew instead of going to /auth. A page on which somebody has typed stays as it is: it shows
 * nothing of the session, and a card's number could not be kept.
 */
export function watchSessionOfPayer() {
  adopt()
  let typed = false
  addEventListener('input', () => {
    typed = true
  })
  onSession('session-expired', () => {
    if (!typed) location.reload()
  })
  addEventListener('storage', ({ key }) => touchesSession(key) && catchUp(() => undefined))
  noteActions(hasSession)
  watchExpiry(() => endSession('expiry'))
}
