import * as contract from '@saldo/contract/identity/second-steps'
import { badInput, conflict } from '../../http/errors.ts'
import { serveAcross } from '../../http/serve.ts'
import { countCode, resetCodeThrottle } from '../../identity/code-throttle.ts'
import { tooManyAttempts } from '../../identity/login-throttle.ts'
import { qrPath } from '../../pdf/qr-bars.ts'
import { notifySecondStepChanged } from './notify-second-step-changed.ts'
import { withOwnCredentials } from './own-credentials.ts'
import { firstCodes } from './recovery-codes.ts'
import { confirm, propose } from './totp.ts'

export const proposeTotp = serveAcross(contract.proposeTotp, ({ services, actor }) =>
  withOwnCredentials(services, actor, async (tx, user) => {
    const { secret, uri } = await propose(tx, services.env.SALDO_SECRET, user)
    return { secret, uri, qr: qrPath(uri) }
  }),
)

export const confirmTotp = serveAcross(contract.confirmTotp, async ({ services, actor, body, request }) => {
  const { wait, outcome, recovery_codes } = await withOwnCredentials(
    services,
    actor,
    async (tx, { user_id }) => {
      const known = `session ${actor.session_id}`
      const wait = await countCode(tx, user_id, known)
      const outcome = wait > 0 ? 'wrong' : await confirm(tx, services.env.SALDO_SECRET, user_id, body.code)
      if (outcome !== 'right') return { wait, outcome, recovery_codes: null }
      await resetCodeThrottle(tx, user_id, known)
      await notifySecondStepChanged(services, tx, user_id, request, 'totp_added')
      return { wait, outcome, recovery_codes: await firstCodes(tx, user_id) }
    },
  )
  if (wait > 0) throw tooManyAttempts(wait)
  if (outcome === 'gone')
    throw conflict('totp_gone', 'È passato troppo tempo: comincia da capo con un nuovo codice QR.')
  if (outcome === 'wrong')
    throw badInput({ code: 'Non è il codice che l’app mostra adesso. Controlla anche l’ora del telefono.' })
  return { recovery_codes }
})
