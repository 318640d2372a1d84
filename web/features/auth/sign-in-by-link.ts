import { ApiError } from '../../api-error.ts'
import type { SignInLink } from '../../session/sign-in-link.ts'
import { solveHumanCheck } from '../../session/step-up/human-check.ts'
import { storeChosenCustomer } from '../../session/stored-session.ts'
import { oneTimeGrant, passwordGrant } from '../../session/tokens.ts'

/** Why the link failed and the user must sign in by hand: the error, and the user name if the link contained it. */
export type FailedSignInLink = { error: ApiError; username: string }

/** Signs in with the credentials of a link. Resolves only on failure; otherwise the page navigates away. */
export async function signInByLink(link: SignInLink): Promise<FailedSignInLink> {
  try {
    if (link.by === 'token') await oneTimeGrant(link.token)
    else await passwordGrant(link.username, link.password, await human())
    // Another user may have been signed in before.
    storeChosenCustomer(null)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { error, username: link.by === 'password' ? link.username : '' }
  }
  return new Promise(() => {})
}

/** If the human check fails, the request goes without it, and the server's refusal gives the reason. */
const human = () => solveHumanCheck(new AbortController().signal).catch(() => null)
