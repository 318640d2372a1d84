import * as contract from '@saldo/contract/identity/sub-users'
import { serve } from '../../../http/serve.ts'
import { tellOfPowers } from '../tell-full-users.ts'
import { subUserDetail } from './get-subuser.ts'
import { readGrant, saveGrant } from './grant.ts'
import { refuseGranting, refuseIfTargetHasMore } from './grant-limits.ts'

/** A sub-user's permissions are read at each request, so the change applies from the next one. */
export const changeSubUser = serve(contract.changeSubUser, async ({ tx, actor, services, params, body }) => {
  const { user_id, customer_id, permissions: before } = await subUserDetail(tx, params.id)
  const grant = await readGrant(tx, customer_id, body)
  await refuseIfTargetHasMore(tx, actor, user_id)
  refuseGranting(actor, grant)
  await tx`
    update users set nominative = ${body.nominative}, all_accounts = ${grant.all_accounts} where user_id = ${user_id}`
  await saveGrant(tx, customer_id, user_id, grant)
  await tellOfPowers(services, tx, customer_id, {
    ...{ nominative: body.nominative, before, now: grant.permissions },
  })
  return subUserDetail(tx, user_id)
})
