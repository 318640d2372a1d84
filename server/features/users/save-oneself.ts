import * as contract from '@saldo/contract/identity/users'
import { unauthenticated } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { presentUser } from './get-user.ts'
import { askForEmail } from './save-user.ts'

export const saveOneself = serve(contract.saveOneself, async ({ tx, actor, services, body }) => {
  if (!actor.user_id) throw unauthenticated()
  await tx`select rename_oneself(${body.nominative})`
  const user = await presentUser(tx, actor.user_id)
  return { ...user, ...(await askForEmail(services, tx, user, body.email)) }
})
