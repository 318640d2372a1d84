import * as contract from '@saldo/contract/passwords'
import { formatDateTime } from '@saldo/domain/dates'
import { passwordProblem } from '@saldo/domain/password'
import type { FastifyRequest } from 'fastify'
import type { Tx } from '../../db/connection.ts'
import { badInput, unauthenticated } from '../../http/errors.ts'
import { serveAcross } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { hashPassword, verifyPassword } from '../auth/hash-password.ts'
import { endOtherSessions } from '../auth/sessions.ts'
import { countAttempt, forgive, tooManyAttempts } from '../auth/slow-guessing.ts'
import { queueEmail } from '../emails/queue-email.ts'
import { deviceInWords } from '../sessions/device-in-words.ts'

/** The old password is guessed at the pace of a sign-in. No transaction is open while passwords are hashed. */
export const changePassword = serveAcross(
  contract.changePassword,
  async ({ services, actor, body, request }) => {
    const { user_id, session_id } = actor
    if (!user_id || !session_id) throw unauthenticated()
    if (body.new_password.normalize('NFKC') === body.old_password.normalize('NFKC')) throw samePassword()
    const known = await services.asSystem(async (tx) => {
      const user = await readPerson(tx, user_id)
      const problem = passwordProblem(body.new_password, [user.user_name, user.email])
      if (problem) throw badInput({ new_password: problem })
      return { ...user, wait: await countAttempt(tx, user.user_name, request.ip) }
    })
    if (known.wait > 0) throw tooManyAttempts(known.wait)
    if (!(await verifyPassword(known.password_hash, body.old_password))) throw wrongOldPassword()
    const password_hash = await hashPassword(body.new_password)
    await services.asSystem(async (tx) => {
      const { count } = await tx`
        update credentials set password_hash = ${password_hash}, updated_at = now()
        where user_id = ${user_id} and password_hash = ${known.password_hash}`
      // Somebody else changed it in the meantime: the old password is no longer the one that was proved.
      if (count === 0) throw wrongOldPassword()
      await forgive(tx, known.user_name, request.ip)
      await endOtherSessions(tx, user_id, session_id)
      await sayChanged(services, tx, known, request)
    })
    return undefined
  },
)

type Person = {
  user_id: number
  user_name: string
  nominative: string
  email: string | null
  password_hash: string | null
}

async function readPerson(tx: Tx, user_id: number): Promise<Person> {
  const [user] = await tx<Person[]>`
    select u.user_id, u.user_name, u.nominative, u.email, c.password_hash
    from users u left join credentials c on c.user_id = u.user_id
    where u.user_id = ${user_id}`
  if (!user) throw unauthenticated()
  return user
}

/** Whoever did not do it learns of it, and what to do; nothing without an address. */
export async function sayChanged(
  services: Services,
  tx: Tx,
  { user_id, nominative, email }: Pick<Person, 'user_id' | 'nominative' | 'email'>,
  { headers }: FastifyRequest,
) {
  if (!email) return
  const now = new Date().toISOString()
  await queueEmail(services, tx, {
    template: 'password-changed',
    to: email,
    customer_id: null,
    bill_id: null,
    dedupe_key: `password-changed:${user_id}:${now}`,
    values: {
      nominative,
      when: formatDateTime(now).replace(' ', ' alle '),
      device: deviceInWords(headers['user-agent'] ?? null),
      url: `${services.env.PUBLIC_URL}/#/auth/recovery`,
    },
  })
}

const wrongOldPassword = () => badInput({ old_password: 'Non è la password che usi adesso.' })
const samePassword = () => badInput({ new_password: 'È la password che usi già: scegline un’altra.' })
