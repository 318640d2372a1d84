import * as contract from '@saldo/contract/identity/passwords'
import { passwordProblem } from '@saldo/domain/password'
import { badInput, unauthenticated } from '../../http/errors.ts'
import { requireProof } from '../../http/require-step-up.ts'
import { serveAcross } from '../../http/serve.ts'
import { hashPassword, verifyPassword } from '../../identity/hash-password.ts'
import { rememberDevice } from '../../identity/known-devices.ts'
import { countAttempt, resetLoginThrottle, tooManyAttempts } from '../../identity/login-throttle.ts'
import { hasSecondStep, secondStepsOf } from '../second-steps/second-steps-of.ts'
import { notifyPasswordChanged } from './notify-password-changed.ts'
import { readPerson } from './read-person.ts'
import { setPassword } from './set-password.ts'

/**
 * The old password proves who asks, unless the account has a second step: then the session needs a proof by that, too. Guesses of
 * the old password are throttled like sign-in, by session. No transaction is open while passwords are hashed.
 */
export const changePassword = serveAcross(
  contract.changePassword,
  async ({ services, as, actor, body, request, reply }) => {
    const { user_id, session_id } = actor
    if (!user_id || !session_id) throw unauthenticated()
    const steps = await services.asSystem((tx) => secondStepsOf(tx, user_id))
    if (hasSecondStep(steps)) await as(requireProof)
    if (body.new_password.normalize('NFKC') === body.old_password.normalize('NFKC')) throw samePassword()
    const known = await services.asSystem(async (tx) => {
      const user = await readPerson(tx, user_id)
      if (!user) throw unauthenticated()
      const problem = passwordProblem(body.new_password, [user.user_name, user.email])
      if (problem) throw badInput({ new_password: problem })
      const { user_name } = user
      const attempt = { user_name, address: request.ip, known: `session ${session_id}` }
      return { ...user, attempt, wait: await countAttempt(tx, attempt) }
    })
    if (known.wait > 0) throw tooManyAttempts(known.wait)
    if (!(await verifyPassword(known.password_hash, body.old_password))) throw wrongOldPassword()
    const password_hash = await hashPassword(body.new_password)
    await services.asSystem(async (tx) => {
      const instead_of = known.password_hash
      const kept = await setPassword(services, tx, {
        user_id,
        password_hash,
        kept_session_id: session_id,
        instead_of,
      })
      if (!kept) throw wrongOldPassword()
      await resetLoginThrottle(tx, known.attempt)
      await rememberDevice(services, tx, user_id, request, reply)
      await notifyPasswordChanged(services, tx, known, request)
    })
    return undefined
  },
)

const wrongOldPassword = () => badInput({ old_password: 'Non è la password che usi adesso.' })
const samePassword = () => badInput({ new_password: 'È la password che usi già: scegline un’altra.' })
