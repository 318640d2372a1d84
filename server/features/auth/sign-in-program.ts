import type { FastifyRequest } from 'fastify'
import type { Tx } from '../../db/connection.ts'
import { verifyPassword } from '../../identity/hash-password.ts'
import { recogniseDevice } from '../../identity/known-devices.ts'
import { countAttempt, resetLoginThrottle, tooManyAttempts } from '../../identity/login-throttle.ts'
import type { Services } from '../../services.ts'
import { openSession } from '../second-steps/issue-session.ts'
import { invalidRequest, suspended, wrongPassword } from './refusals.ts'

export type TypedCredentials = { username?: string | undefined; password?: string | undefined }

/**
 * Signs in a customer's program. Nobody is there to prove that they are human, so the throttle alone slows guessing; and
 * nobody could step up, so the session counts as never proved.
 */
export async function signInProgram(
  services: Services,
  request: FastifyRequest,
  { username, password }: TypedCredentials,
) {
  const user_name = username?.trim()
  if (!user_name || !password) throw invalidRequest('Scrivi nome utente e password.')
  if (user_name.includes('\0')) throw wrongPassword()
  const known = await services.asSystem(async (tx) => {
    const program = await findProgram(tx, user_name)
    const device = await recogniseDevice(tx, program?.user_id ?? null, request)
    const attempt = { user_name, address: request.ip, of: 'program_sign_in' as const, ...device }
    return { program, attempt, wait: await countAttempt(tx, attempt) }
  })
  if (known.wait > 0) throw tooManyAttempts(known.wait)
  const right = await verifyPassword(known.program?.password_hash ?? null, password)
  if (!right || !known.program) throw wrongPassword()
  const { user_id, state } = known.program
  await services.asSystem((tx) => resetLoginThrottle(tx, known.attempt))
  if (state !== 'active') throw suspended()
  return services.asSystem((tx) => openSession(tx, user_id, request, { unproved: true }))
}

async function findProgram(tx: Tx, user_name: string) {
  const [program] = await tx<{ user_id: number; state: string; password_hash: string }[]>`
    select u.user_id, u.state, a.password_hash
    from api_users a join users u on u.customer_id = a.customer_id and u.user_id = a.user_id
    where lower(a.user_name) = lower(${user_name}) and u.state <> 'removed'`
  return program
}
