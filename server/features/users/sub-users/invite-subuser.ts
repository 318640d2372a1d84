import * as contract from '@saldo/contract/identity/sub-users'
import { recordCustomer } from '../../../http/record-customer.ts'
import { serve } from '../../../http/serve.ts'
import { inviteUser } from '../invite-user.ts'
import { refuseBackOfficeAddress } from '../refuse-back-office-address.ts'
import { tellOfPowers } from '../tell-full-users.ts'
import { subUserDetail } from './get-subuser.ts'
import { readGrant, saveGrant } from './grant.ts'
import { refuseGranting } from './grant-limits.ts'

export const inviteSubUser = serve(contract.inviteSubUser, async ({ tx, actor, services, body }) => {
  const customer_id = await recordCustomer(tx, actor, body.customer_id)
  const grant = await readGrant(tx, customer_id, body)
  refuseGranting(actor, grant)
  await refuseBackOfficeAddress(tx, body.email)
  const user_id = await inviteUser(services, tx, {
    ...{ customer_id, nominative: body.nominative, email: body.email },
    ...{ user_name: body.user_name ?? body.email, is_subuser: true, all_accounts: grant.all_accounts },
  })
  await saveGrant(tx, customer_id, user_id, grant)
  await tellOfPowers(services, tx, customer_id, {
    ...{ nominative: body.nominative, before: [], now: grant.permissions },
  })
  return subUserDetail(tx, user_id)
})
