import * as contract from '@saldo/contract/identity/passwords'
import { badInput } from '../../http/errors.ts'
import { serveOpenly } from '../../http/serve.ts'
import { countAttempt, tooManyAttempts } from '../../identity/login-throttle.ts'
import { verifyHuman } from '../../identity/verify-human.ts'

/**
 * A job checks whether the user exists, so that neither the answer nor its time reveals it. Throttled like sign-in,
 * with separate counters: a user who requested a recovery can still sign in.
 */
export const requestPasswordRecovery = serveOpenly(
  contract.requestPasswordRecovery,
  async ({ services, body, request }) => {
    if (!(await verifyHuman(services, body.recaptcha_token)))
      throw badInput({ recaptcha_token: notHuman }, notHuman)
    const user_name = body.username
    const wait = await services.asSystem(async (tx) => {
      const seconds = await countAttempt(tx, { user_name, address: request.ip, of: 'recovery' })
      if (seconds === 0) await services.queue.enqueue(tx, 'send-recovery', { user_name })
      return seconds
    })
    if (wait > 0) throw tooManyAttempts(wait)
    return undefined
  },
)

const notHuman = 'La verifica anti-robot manca o è scaduta: riprova.'
