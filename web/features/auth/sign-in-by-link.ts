import { ApiError } from '../../api-error.ts'
import { solveHumanCheck } from '../../session/human-check.ts'
import type { SignInLink } from '../../session/sign-in-link.ts'
import { keepChosenCustomer } from '../../session/stored-session.ts'
import { oneTimeGrant, passwordGrant } from '../../session/tokens.ts'

/** Why whoever came by a link must sign in by hand: the error, and the name if the link said it. */
export type FailedSignInLink = { error: ApiError; username: string }

/** Signs in with what a link carried. Resolves only when that fails: else the page goes where the link leads. */
export async function signInByLink(link: SignInLink): Promise<FailedSignInLink> {
  try {
    if (link.by === 'token') await oneTimeGrant(link.token)
    else await passwordGrant(link.username, link.password, await human())
    // Another person may have been here before.
    keepChosenCustomer(null)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { error, username: link.by === 'password' ? link.username : '' }
  }
  return new Promise(() => {})
}

/** Without a human check the server says what is missing. */
const human = () => solveHumanCheck(new AbortController().signal).catch(() => null)
