import type { Token } from '@saldo/contract/identity/auth'
import type { FastifyRequest } from 'fastify'
import type { Tx } from '../../db/connection.ts'
import { hashToken } from '../../http/actor.ts'
import { ApiError } from '../../http/errors.ts'
import { countCode, resetCodeThrottle } from '../../identity/code-throttle.ts'
import { recogniseDevice } from '../../identity/known-devices.ts'
import { tooManyAttempts } from '../../identity/login-throttle.ts'
import type { Services } from '../../services.ts'
import { openSession } from './issue-session.ts'
import { notifySecondStepChanged } from './notify-second-step-changed.ts'
import { acceptPasskey } from './passkeys.ts'
import { spendCode } from './recovery-codes.ts'
import { acceptTotp } from './totp.ts'

type Asked = {
  ticket?: string | undefined
  code?: string | undefined
  recovery_code?: string | undefined
  passkey?: string | undefined
}
type Outcome = { token: Token } | { wait: number } | { refused: ApiError }

/** Exchanges a ticket and the second step for tokens. That uses the ticket up; a wrong step leaves it valid. */
export async function grantSecondStep(
  services: Services,
  request: FastifyRequest,
  asked: Asked,
): Promise<Token> {
  const { ticket } = asked
  if (!ticket) throw new ApiError(400, 'invalid_request', 'Manca ticket.')
  if (!asked.code && !asked.recovery_code && !asked.passkey) throw noStep()
  const outcome = await services.asSystem(async (tx): Promise<Outcome> => {
    const user_id = await lockTicket(tx, ticket)
    if (user_id === null) return { refused: ticketGone() }
    const refused = await tryStep(services, tx, user_id, request, asked)
    if (refused) return refused
    await tx`delete from sign_in_tickets where ticket_hash = ${hashToken(ticket)}`
    return { token: await openSession(tx, user_id, request, { by_second_step: true }) }
  })
  if ('refused' in outcome) throw outcome.refused
  if ('wait' in outcome) throw tooManyAttempts(outcome.wait)
  return outcome.token
}

async function lockTicket(tx: Tx, ticket: string): Promise<number | null> {
  const [row] = await tx<{ user_id: number }[]>`
    select user_id from sign_in_tickets
    where ticket_hash = ${hashToken(ticket)} and expires_at > now() for update`
  return row?.user_id ?? null
}

/** Null when the step is right. A wrong one is counted, and the count commits with everything else. */
async function tryStep(
  services: Services,
  tx: Tx,
  user_id: number,
  request: FastifyRequest,
  { code, recovery_code, passkey }: Asked,
): Promise<Exclude<Outcome, { token: Token }> | null> {
  if (passkey) {
    const right = await acceptPasskey(services, tx, user_id, 'sign_in', passkey)
    return right ? null : { refused: wrongPasskey() }
  }
  const { known } = await recogniseDevice(tx, user_id, request)
  const wait = await countCode(tx, user_id, known)
  if (wait > 0) return { wait }
  if (recovery_code) {
    if (!(await spendCode(tx, user_id, recovery_code))) return { refused: wrongRecoveryCode() }
    await notifySecondStepChanged(services, tx, user_id, request, 'recovery_code_used')
  } else if (!(await acceptTotp(services.env, tx, user_id, code ?? ''))) {
    return { refused: wrongCode() }
  }
  await resetCodeThrottle(tx, user_id, known)
  return null
}

const noStep = () =>
  new ApiError(400, 'invalid_request', 'Scrivi il codice dell’app, o un codice di recupero.')
const ticketGone = () => new ApiError(400, 'invalid_grant', 'È passato troppo tempo: accedi di nuovo.')
/** Why a typed code is refused. */
export const wrongCodes = {
  code: 'Il codice non è giusto o è già stato usato: scrivi quello che l’app mostra adesso.',
  recovery_code: 'Questo codice di recupero non è giusto, o è già stato usato.',
}
const wrongRecoveryCode = () => new ApiError(400, 'wrong_code', wrongCodes.recovery_code)
const wrongCode = () => new ApiError(400, 'wrong_code', wrongCodes.code)
export const wrongPasskey = () =>
  new ApiError(400, 'wrong_code', 'Questa passkey non è stata riconosciuta: riprova, o scegli un altro modo.')
