import { randomBytes } from 'node:crypto'
import type { ProofWanted } from '@saldo/contract/endpoint'
import type { Token } from '@saldo/contract/identity/auth'
import type { FastifyRequest } from 'fastify'
import type { Tx } from '../../db/connection.ts'
import { hashToken } from '../../http/actor.ts'
import { ApiError } from '../../http/errors.ts'
import { startSession } from '../../identity/sessions.ts'
import type { Services } from '../../services.ts'
import { passkeyRequestOptions } from './passkeys.ts'
import { secondStepsOf } from './second-steps-of.ts'

const ticketMinutes = 5

/**
 * Issues a session to a user who has proved the first step (a password, or its equivalent). This is the only way to a
 * session. A user with a second step gets a ticket instead: throws `second_step_required` with the possible ways.
 */
export async function issueSession(
  services: Services,
  user_id: number,
  request: FastifyRequest,
): Promise<Token> {
  const answer = await services.asSystem(
    async (tx) =>
      (await secondStepOwed(services, tx, user_id)) ?? { token: await openSession(tx, user_id, request) },
  )
  if ('token' in answer) return answer.token
  throw new ApiError(400, 'second_step_required', 'Manca un passo: conferma che sei tu.', { proof: answer })
}

/** Deletes tickets of a user, when the password changes. */
export const deleteTickets = (tx: Tx, user_id: number) =>
  tx`delete from sign_in_tickets where user_id = ${user_id}`

/** `unproved`: signing in does not count as step-up. `by_second_step`: a second step was given. */
export function openSession(
  tx: Tx,
  user_id: number,
  request: FastifyRequest,
  { unproved = false, by_second_step = false } = {},
): Promise<Token> {
  const agent = request.headers['user-agent']?.slice(0, 500) ?? null
  return startSession(tx, {
    ...{ user_id, address: request.ip, agent, proved_by_second_step: by_second_step },
    ...(unproved && { proved_at: '-infinity' as const }),
  })
}

/** A ticket and the second steps that it accepts; null for a user without a second step. */
async function secondStepOwed(services: Services, tx: Tx, user_id: number): Promise<ProofWanted | null> {
  const { totp_since, passkeys, recovery_codes_left } = await secondStepsOf(tx, user_id)
  if (!totp_since && passkeys.length === 0) return null
  const ticket = randomBytes(32).toString('base64url')
  await tx`
    insert into sign_in_tickets (ticket_hash, user_id, expires_at)
    values (${hashToken(ticket)}, ${user_id}, now() + make_interval(mins => ${ticketMinutes}))`
  const passkey_options = await passkeyRequestOptions(services, tx, user_id, 'sign_in')
  return {
    ticket,
    ways: [
      ...(passkey_options ? (['passkey'] as const) : []),
      ...(totp_since ? (['totp'] as const) : []),
      ...(recovery_codes_left > 0 ? (['recovery_code'] as const) : []),
    ],
    ...(passkey_options ? { passkey_options } : {}),
  }
}
