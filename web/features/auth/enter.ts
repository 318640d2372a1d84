import { ApiError } from '../../api-error.ts'
import type { Entry } from '../../session/entry.ts'
import { solveHumanCheck } from '../../session/human-check.ts'
import { keepChosenCustomer } from '../../session/stored.ts'
import { oneTimeGrant, passwordGrant } from '../../session/tokens.ts'

/** Why whoever came by a link must sign in by hand: the error, and the name if the link said it. */
export type NotEntered = { error: ApiError; username: string }

/** Signs in with what a link carried. Resolves only when that fails: else the page goes where the link leads. */
export async function enter(entry: Entry): Promise<NotEntered> {
  try {
    if (entry.by === 'token') await oneTimeGrant(entry.token)
    else await passwordGrant(entry.username, entry.password, await human())
    // Another person may have been here before.
    keepChosenCustomer(null)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { error, username: entry.by === 'password' ? entry.username : '' }
  }
  return new Promise(() => {})
}

/** Without a human check the server says what is missing. */
const human = () => solveHumanCheck(new AbortController().signal).catch(() => null)
