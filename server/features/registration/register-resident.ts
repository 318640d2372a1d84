import * as contract from '@saldo/contract/identity/registration'
import { badInput } from '../../http/errors.ts'
import { serveOpenly } from '../../http/serve.ts'
import { countAttempt, tooManyAttempts } from '../../identity/login-throttle.ts'
import { verifyHuman } from '../../identity/verify-human.ts'
import { requireFeature } from '../platform/feature-switches/require-feature.ts'

/**
 * A job checks whether the person exists, so that neither the answer nor its time reveals it. Throttled by mail address
 * (or tax code, if there is none) and by IP address.
 */
export const registerResident = serveOpenly(
  contract.registerResident,
  async ({ services, body, request }) => {
    if (!(await verifyHuman(services, body.recaptcha_token)))
      throw badInput({ recaptcha_token: notHuman }, notHuman)
    const { username, fiscal_code, bill_number } = body
    const email = body.extended_info?.email ?? null
    const wait = await services.asSystem(async (tx) => {
      await requireFeature(tx, 'resident_registrations', null, closed)
      const seconds = await countAttempt(tx, {
        user_name: email ?? fiscal_code,
        address: request.ip,
        of: 'registration',
      })
      if (seconds === 0)
        await services.queue.enqueue(tx, 'register-resident', {
          ...{ user_name: username, fiscal_code, bill_number, email },
        })
      return seconds
    })
    if (wait > 0) throw tooManyAttempts(wait)
    return undefined
  },
)

const closed =
  'Per ora non si può chiedere l’accesso da qui. Riprova più avanti, o chiedi un invito al tuo amministratore.'
const notHuman = 'La verifica anti-robot manca o è scaduta: riprova.'
