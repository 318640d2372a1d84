import * as contract from '@saldo/contract/identity/otp'
import { badInput } from '../../http/errors.ts'
import { serveAcross } from '../../http/serve.ts'
import { countAttempt, tooManyAttempts } from '../../identity/login-throttle.ts'
import { checkCode, mailCode } from '../../identity/one-time-codes.ts'

/** Requests for codes are throttled, per address and in total, so that nobody can flood a mailbox. */
const requestOtp = serveAcross(contract.requestOtp, async ({ services, actor, body: { email } }) => {
  const asked = await services.asSystem(async (tx) => {
    const wait = await countAttempt(tx, {
      user_name: email,
      address: `user ${actor.user_id}`,
      of: 'code_by_mail',
    })
    if (wait > 0) return { wait }
    const about = 'Scrivilo nella pagina che lo chiede.'
    return mailCode(services, tx, {
      ...{ template: 'one-time-code', purpose: 'email', record_id: null },
      ...{ user_id: actor.user_id, email, about },
    })
  })
  if ('wait' in asked) throw tooManyAttempts(asked.wait)
  return asked
})

const verifyOtp = serveAcross(contract.verifyOtp, async ({ services, actor, body }) => {
  const looked = await checkCode(services, actor.user_id, body.frontend_code, body.otp)
  if ('wrong' in looked) throw badInput({ otp: looked.wrong })
  const { code_id, email, verified_at } = looked
  return { otp_id: code_id, email, verified_at }
})

export const otpRoutes = [requestOtp, verifyOtp]
