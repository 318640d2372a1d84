import { discardDrafts } from '../ui/form/drafts.ts'
import { alertAcrossReload } from '../ui/snackbars.ts'
import { onSession } from './events.ts'
import { watchExpiry } from './expiry.ts'
import { watchInactivity } from './inactivity.ts'
import { adopt, catchUp } from './leaving.ts'
import { touchesSession } from './stored.ts'
import { endSession, passwordGrant, secondStepGrant } from './tokens.ts'

export const login = passwordGrant
export const loginSecondStep = secondStepGrant

/** Ends the session in all tabs and on the server, then goes to /auth and reloads a second later. */
export const logout = () => endSession('logout')

/**
 * Ties the session's events to the page: `arrive` after signing in, `auth` to sign in again, from where one returns to
 * `from`. Call once.
 */
export function watchSession(goTo: { arrive: () => void; auth: (from?: string) => void }) {
  adopt()
  onSession('logout', () => {
    alertAcrossReload('Logout eseguito.', 'settled')
    // Who leaves on purpose leaves nothing behind; what a session that expired interrupts is kept.
    discardDrafts()
    goTo.auth()
  })
  onSession('session-expired', () => {
    alertAcrossReload('Sessione scaduta.', 'late')
    goTo.auth(whereOneWas())
  })
  onSession('auth-failed', () => goTo.auth(whereOneWas()))
  onSession('login', goTo.arrive)
  followOtherTabs(goTo.arrive)
  watchExpiry(() => endSession('expiry'))
  watchInactivity(() => endSession('inactivity'))
}

/** Undefined at the door itself, which knows already where one was going. */
const whereOneWas = () => (isAtTheDoor() ? undefined : location.hash.slice(1) || undefined)
const isAtTheDoor = () => /^#\/auth(\/|\?|$)/.test(location.hash)

/** One leaves, all leave; one signs in, all go on, and nobody goes on showing what another person saw. */
function followOtherTabs(arrive: () => void) {
  const follow = () =>
    catchUp((hadOne) => {
      if (hadOne) location.reload()
      else if (isAtTheDoor()) arrive()
    })
  addEventListener('storage', ({ key }) => touchesSession(key) && follow())
  // A tab that was frozen meanwhile has heard nothing.
  for (const wakes of ['visibilitychange', 'pageshow'] as const) addEventListener(wakes, follow)
}
