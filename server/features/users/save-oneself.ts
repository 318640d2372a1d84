import * as contract from '@saldo/contract/identity/users'
import { looksLikeAnAddress, notAnAddress } from '@saldo/domain/mailed-name'
import type { Tx } from '../../db/connection.ts'
import { badInput, unauthenticated } from '../../http/errors.ts'
import { serveAcross } from '../../http/serve.ts'
import { mailEmailChange, newEmail } from './change-email.ts'
import { presentUser } from './get-user.ts'
import { refuseBackOfficeAddress } from './refuse-back-office-address.ts'

export const saveOneself = serveAcross(contract.saveOneself, async ({ as, services, body }) => {
  const { user, email } = await as(async (tx, actor) => {
    if (!actor.user_id) throw unauthenticated()
    await requirePlainName(tx, actor.user_id, body.nominative)
    await tx`select rename_oneself(${body.nominative})`
    const user = await presentUser(tx, actor.user_id)
    if (user.customer_id !== null && body.email?.toLowerCase() !== user.email?.toLowerCase())
      await refuseBackOfficeAddress(tx, body.email)
    return { user, email: await newEmail(tx, user.email, body.email) }
  })
  return { ...user, ...(await mailEmailChange(services, user.user_id, email, user.user_id)) }
})

/** The name stands in mails to strangers. One that the office wrote stays until somebody changes it. */
async function requirePlainName(tx: Tx, user_id: number, nominative: string): Promise<void> {
  if (!looksLikeAnAddress(nominative)) return
  const [same] = await tx`select from users where user_id = ${user_id} and nominative = ${nominative}`
  if (!same) throw badInput({ nominative: notAnAddress })
}
