import * as contract from '@saldo/contract/identity/users'
import { passwordProblem } from '@saldo/domain/password'
import type { z } from 'zod'
import { conflictIfNotUnique } from '../../db/unique-violation.ts'
import { badInput } from '../../http/errors.ts'
import { recordCustomer } from '../../http/record-customer.ts'
import { serveAcross } from '../../http/serve.ts'
import { hashPassword } from '../../identity/hash-password.ts'
import { taken, userOfProgram } from './api-user.ts'

/** No transaction is open while the password is hashed. */
export const saveApiLogin = serveAcross(contract.saveApiLogin, async ({ services, as, body }) => {
  const customer_id = await as((tx, actor) => recordCustomer(tx, actor, body.customer_id))
  const problem = passwordProblem(body.password, [body.username])
  if (problem) throw badInput({ password: problem })
  const password_hash = await hashPassword(body.password)
  const webhook_url = body.webhook_url ?? null
  return as(async (tx, actor) => {
    const user_id = await userOfProgram(services, tx, actor, { customer_id, username: body.username })
    const [changed] = await tx<Saved[]>`
      update api_users set user_id = ${user_id}, password_hash = ${password_hash}, webhook_url = ${webhook_url}, updated_at = now()
      where customer_id = ${customer_id} and lower(user_name) = lower(${body.username})
      returning api_user_id, customer_id, user_name as username, webhook_url, updated_at`
    if (changed) return changed
    const row = { customer_id, user_id, user_name: body.username, password_hash, webhook_url }
    const [made] = await conflictIfNotUnique(
      tx<Saved[]>`
        insert into api_users ${tx(row)}
        returning api_user_id, customer_id, user_name as username, webhook_url, updated_at`,
      { api_users_by_name: { username: taken } },
    )
    return made as Saved
  })
})

type Saved = z.input<typeof contract.saveApiLogin.reply>
