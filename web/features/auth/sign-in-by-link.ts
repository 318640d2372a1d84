import { ApiError } from '../../api-error.ts'
import type { SignInLink } from '../../session/sign-in-link.ts'
import { solveHumanCheck } from '../../session/step-up/human-check.ts'
import { storeChosenCustomer } from '../../session/stored-session.ts'
import { oneTimeGrant, passwordGrant } from '../../session/tokens.ts'

/**
 * Why the link failed and the user must sign in by hand: the error, whether the link itself is of no use any more, and the
 * user name if the link contained it.
 */
export type FailedSignInLink = { error: ApiError; over: boolean; username: string }

/** Signs in with the credentials of a link. Resolves only on failure; otherwise the page navigates away. */
export async function signInByLink(link: SignInLink): Promise<FailedSignInLink> {
  if (link.by === 'nothing') return { error: notValid(400), over: true, username: '' }
  const username = link.by === 'password' ? link.username : ''
  try {
    if (link.by === 'token') await oneTimeGrant(link.token)
    else await passwordGrant(link.username, link.password, await human())
    // Another user may have been signed in before.
    storeChosenCustomer(null)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const over = error.error === 'invalid_grant'
    // The server speaks of a wrong password, and nobody typed one.
    return { error: over && link.by === 'password' ? notValid(error.status) : error, over, username }
  }
  return new Promise(() => {})
}

const notValid = (status: number) =>
  new ApiError(status, {
    error: 'invalid_link',
    error_description:
      'Questo link non è valido o è già stato usato: accedi con nome utente e password, o chiedine un altro a chi te l’ha mandato.',
  })

/** If the human check fails, the request goes without it, and the server's refusal gives the reason. */
const human = () => solveHumanCheck(new AbortController().signal).catch(() => null)
