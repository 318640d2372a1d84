import * as contract from '@saldo/contract/identity/second-steps'
import { ApiError, badInput, conflict, unauthenticated } from '../../http/errors.ts'
import { serveAcross } from '../../http/serve.ts'
import { countCode, resetCodeThrottle } from '../../identity/code-throttle.ts'
import { verifyPassword } from '../../identity/hash-password.ts'
import { countAttempt, resetLoginThrottle, tooManyAttempts } from '../../identity/login-throttle.ts'
import { recordStepUp } from '../../identity/sessions.ts'
import type { Services } from '../../services.ts'
import { acceptPasskey, passkeyRequestOptions } from './passkeys.ts'
import { acceptTotp } from './totp.ts'

/** Step-up: any of the user's credentials proves that the same person still uses the session. */
export const stepUp = serveAcross(contract.stepUp, async ({ services, actor, body, request }) => {
  const { user_id, session_id } = actor
  if (!user_id || !session_id) throw unauthenticated()
  if (body.passkey) await byPasskey(services, user_id, body.passkey)
  else if (body.code) await byCode(services, user_id, body.code)
  else if (body.password) await byPassword(services, user_id, body.password, request.ip)
  else throw new ApiError(400, 'invalid_request', 'Scrivi la password, o scegli un altro modo.')
  await services.asSystem((tx) => recordStepUp(tx, session_id))
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
  if (!right)
    throw new ApiError(
      400,
      'wrong_code',
      'Questa passkey non è stata riconosciuta: riprova, o scegli un altro modo.',
    )
}

async function byCode(services: Services, user_id: number, code: string) {
  const { wait, right } = await services.asSystem(async (tx) => {
    const wait = await countCode(tx, user_id)
    const right = wait === 0 && (await acceptTotp(tx, services.env.SALDO_SECRET, user_id, code))
    if (right) await resetCodeThrottle(tx, user_id)
    return { wait, right }
  })
  if (wait > 0) throw tooManyAttempts(wait)
  if (!right)
    throw badInput({
      code: 'Il codice non è giusto o è già stato usato: scrivi quello che l’app mostra adesso.',
    })
}

/** Throttled like sign-in. No transaction is open while the password is checked. */
async function byPassword(services: Services, user_id: number, password: string, address: string) {
  const known = await services.asSystem(async (tx) => {
    const [user] = await tx<{ user_name: string; password_hash: string | null }[]>`
      select u.user_name, c.password_hash from users u left join credentials c using (user_id)
      where u.user_id = ${user_id}`
    if (!user) throw unauthenticated()
    return { ...user, wait: await countAttempt(tx, user.user_name, address) }
  })
  if (known.wait > 0) throw tooManyAttempts(known.wait)
  if (!(await verifyPassword(known.password_hash, password)))
    throw badInput({ password: 'Non è la tua password.' })
  await services.asSystem((tx) => resetLoginThrottle(tx, known.user_name, address))
}
