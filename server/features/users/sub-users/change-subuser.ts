import * as contract from '@saldo/contract/identity/sub-users'
import { serve } from '../../../http/serve.ts'
import { tellOfBackOffice, tellOfPowers } from '../tell-full-users.ts'
import { subUserDetail } from './get-subuser.ts'
import { readGrant, saveGrant } from './grant.ts'
import { refuseGranting, refuseIfTargetHasMore } from './grant-limits.ts'

/**
 * A sub-user's permissions are read at each request, so the change applies from the next one. The office is told of whatever
 * the back office changes, and of powers whoever gives them.
 */
export const changeSubUser = serve(contract.changeSubUser, async ({ tx, actor, services, params, body }) => {
  const before = await subUserDetail(tx, params.id)
  const { user_id, customer_id } = before
  const grant = await readGrant(tx, customer_id, body)
  await refuseIfTargetHasMore(tx, actor, user_id)
  refuseGranting(actor, grant)
  await tx`
    update users set nominative = ${body.nominative}, all_accounts = ${grant.all_accounts} where user_id = ${user_id}`
  await saveGrant(tx, customer_id, user_id, grant)
  const now = await subUserDetail(tx, user_id)
  const { nominative } = now
  const powers = { nominative, before: before.permissions, now: grant.permissions }
  const told = await tellOfPowers(services, tx, customer_id, powers)
  if (!told && actor.role === 'super_user' && rightsOf(now) !== rightsOf(before))
    await tellOfBackOffice(services, tx, customer_id, { nominative, what: 'rights' })
  return now
})

const rightsOf = ({ permissions, all_accounts, accounts }: contract.SubUserDetail): string =>
  JSON.stringify([[...permissions].sort(), all_accounts, accounts.map(({ account_id }) => account_id)])
