import * as contract from '@saldo/contract/identity/passwords'
import { passwordProblem } from '@saldo/domain/password'
import type { Tx } from '../../db/connection.ts'
import { ApiError, badInput } from '../../http/errors.ts'
import { serveOpenly } from '../../http/serve.ts'
import { hashPassword } from '../../identity/hash-password.ts'
import { rememberDevice } from '../../identity/known-devices.ts'
import { resetLoginThrottle } from '../../identity/login-throttle.ts'
import { consumeToken, userOfToken } from '../../identity/one-time-tokens.ts'
import { notifyPasswordChanged } from './notify-password-changed.ts'
import { type Person, readPerson } from './read-person.ts'
import { setPassword } from './set-password.ts'

/** An invited user chooses the first password in the same way. */
const choosing: ('recovery' | 'invitation')[] = ['recovery', 'invitation']

export const whoseRecovery = serveOpenly(contract.whoseRecovery, ({ services, params }) =>
  services.asSystem(async (tx) => ({ user_name: (await holder(tx, params.token)).user_name })),
)

/**
 * The link is used up only when a password is saved: a refused password leaves it valid. Its browser is then known, so
 * that a user whose password strangers are guessing can sign in at once.
 */
export const recoverPassword = serveOpenly(
  contract.recoverPassword,
  async ({ services, params, body, request, reply }) => {
    const user = await services.asSystem((tx) => holder(tx, params.token))
    const problem = passwordProblem(body.new_password, [user.user_name, user.email])
    if (problem) throw badInput({ new_password: problem })
    const password_hash = await hashPassword(body.new_password)
    await services.asSystem(async (tx) => {
      const user_id = await consumeToken(tx, choosing, params.token)
      if (!user_id) throw linkGone()
      await setPassword(services, tx, { user_id, password_hash, kept_session_id: null })
      await resetLoginThrottle(tx, { user_name: user.user_name, address: request.ip })
      await rememberDevice(services, tx, user_id, request, reply)
      await notifyPasswordChanged(services, tx, user, request)
    })
    return undefined
  },
)

async function holder(tx: Tx, token: string): Promise<Person> {
  const user_id = await userOfToken(tx, choosing, token)
  const user = user_id && (await readPerson(tx, user_id))
  if (!user) throw linkGone()
  return user
}

const linkGone = () =>
  new ApiError(410, 'link_gone', 'Questo link è scaduto o è già stato usato. Chiedine un altro.')
