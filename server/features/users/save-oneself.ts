import * as contract from '@saldo/contract/identity/users'
import { unauthenticated } from '../../http/errors.ts'
import { serveAcross } from '../../http/serve.ts'
import { mailEmailChange, newEmail } from './change-email.ts'
import { presentUser } from './get-user.ts'
import { refuseBackOfficeAddress } from './refuse-back-office-address.ts'

export const saveOneself = serveAcross(contract.saveOneself, async ({ as, services, body }) => {
  const { user, email } = await as(async (tx, actor) => {
    if (!actor.user_id) throw unauthenticated()
    await tx`select rename_oneself(${body.nominative})`
    const user = await presentUser(tx, actor.user_id)
    if (user.customer_id !== null && body.email?.toLowerCase() !== user.email?.toLowerCase())
      await refuseBackOfficeAddress(tx, body.email)
    return { user, email: await newEmail(tx, user.email, body.email) }
  })
  return { ...user, ...(await mailEmailChange(services, user.user_id, email, user.user_id)) }
})
