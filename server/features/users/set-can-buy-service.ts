import * as contract from '@saldo/contract/identity/users'
import { notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { selectUsers } from './select-users.ts'

/** Lets a user buy services of Saldo, or no longer; the audit log tells who decided it. Super users buy nothing. */
export const setCanBuyService = serve(contract.setCanBuyService, async ({ tx, params, body }) => {
  await tx`
    update users set flag_can_buy_service_is_active = ${body.flag_can_buy_service_is_active}
    where user_id = ${params.id} and state <> 'removed' and not flag_super_user`
  const [user] = await selectUsers(
    tx,
    tx`u.user_id = ${params.id} and u.state <> 'removed' and not u.flag_super_user`,
  )
  if (!user) throw notFound('L’utente')
  return user
})
