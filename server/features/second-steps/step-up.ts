import * as contract from '@saldo/contract/identity/second-steps'
import type { Tx } from '../../db/connection.ts'
import { ApiError, badInput, conflict, unauthenticated } from '../../http/errors.ts'
import { serveAcross } from '../../http/serve.ts'
import { countCode, resetCodeThrottle } from '../../identity/code-throttle.ts'
import { verifyPassword } from '../../identity/hash-password.ts'
import { countAttempt, resetLoginThrottle, tooManyAttempts } from '../../identity/login-throttle.ts'
import { recordStepUp } from '../../identity/sessions.ts'
import type { Services } from '../../services.ts'
import { wrongCodes, wrongPasskey } from './grant-second-step.ts'
import { notifySecondStepChanged } from './notify-second-step-changed.ts'
import { acceptPasskey, passkeyRequestOptions } from './passkeys.ts'
import { spendCode } from './recovery-codes.ts'
import { hasSecondStep, secondStepsOf } from './second-steps-of.ts'
import { acceptTotp } from './totp.ts'

/**
 * Step-up: proves that the same person still uses the session, as strongly as the account is protected. The password
 * counts only for a user without a second step.
 */
export const stepUp = serveAcross(contract.stepUp, async ({ services, actor, body, request }) => {
  const { user_id, session_id } = actor
  if (!user_id || !session_id) throw unauthenticated()
  const me = { user_id, session_id }
  const { passkey, code, recovery_code, password } = body
  if (passkey) await byPasskey(services, user_id, passkey)
  else if (code) await byTypedCode(services, me, 'code', (tx) => acceptTotp(services.env, tx, user_id, code))
  else if (recovery_code)
    await byTypedCode(services, me, 'recovery_code', async (tx) => {
      if (!(await spendCode(tx, user_id, recovery_code))) return false
      await notifySecondStepChanged(services, tx, user_id, request, 'recovery_code_used')
      return true
    })
  else if (password) await byPassword(services, me, password, request.ip)
  else throw new ApiError(400, 'invalid_request', 'Scrivi la password, o scegli un altro modo.')
  const by_second_step = Boolean(passkey || code || recovery_code)
  await services.asSystem((tx) => recordStepUp(tx, session_id, by_second_step))
  return undefined
})

export const stepUpPasskey = serveAcross(contract.stepUpPasskey, async ({ services, actor: { user_id } }) => {
  if (!user_id) throw unauthenticated()
  const options = await services.asSystem((tx) => passkeyRequestOptions(services, tx, user_id, 'step_up'))
  if (!options) throw conflict('no_passkey', 'Non hai ancora una passkey.')
  return options
})

async function byPasskey(services: Services, user_id: number, answer: unknown) {
  const right = await services.asSystem((tx) => acceptPasskey(services, tx, user_id, 'step_up', answer))
  if (!right) throw wrongPasskey()
}

type Me = { user_id: number; session_id: number }
/** Strangers who guess at sign-in delay nobody who has signed in. */
const knownAs = ({ session_id }: Me) => `session ${session_id}`

/** Wrong codes of both kinds are counted together, as at sign-in. */
async function byTypedCode(
  services: Services,
  me: Me,
  field: keyof typeof wrongCodes,
  accept: (tx: Tx) => Promise<boolean>,
) {
  const { wait, right } = await services.asSystem(async (tx) => {
    const wait = await countCode(tx, me.user_id, knownAs(me))
    const right = wait === 0 && (await accept(tx))
    if (right) await resetCodeThrottle(tx, me.user_id, knownAs(me))
    return { wait, right }
  })
  if (wait > 0) throw tooManyAttempts(wait)
  if (!right) throw badInput({ [field]: wrongCodes[field] })
}

/** Throttled like sign-in. No transaction is open while the password is checked. */
async function byPassword(services: Services, me: Me, password: string, address: string) {
  const { user_id } = me
  const known = await services.asSystem(async (tx) => {
    // Before the password is looked at, so that the answer does not tell whether it is right.
    if (hasSecondStep(await secondStepsOf(tx, user_id))) throw secondStepWanted()
    const [user] = await tx<{ user_name: string; password_hash: string | null }[]>`
      select u.user_name, c.password_hash from users u left join credentials c using (user_id)
      where u.user_id = ${user_id}`
    if (!user) throw unauthenticated()
    const attempt = { user_name: user.user_name, address, known: knownAs(me) }
    return { ...user, attempt, wait: await countAttempt(tx, attempt) }
  })
  if (known.wait > 0) throw tooManyAttempts(known.wait)
  if (!(await verifyPassword(known.password_hash, password)))
    throw badInput({ password: 'Non è la tua password.' })
  await services.asSystem((tx) => resetLoginThrottle(tx, known.attempt))
}

const secondStepWanted = () =>
  new ApiError(
    400,
    'second_step_required',
    'La password non basta: il tuo accesso ha un secondo passo. Conferma con quello.',
  )
