import * as contract from '@saldo/contract/identity/users'
import { actorMay } from '../../http/actor.ts'
import { type Route, serve } from '../../http/serve.ts'
import { confirmEmail } from './confirm-email.ts'
import { getUser } from './get-user.ts'
import { getPreferences, putPreferences } from './preferences.ts'
import { removeUser } from './remove-user.ts'
import { saveApiLogin } from './save-api-login.ts'
import { saveOneself } from './save-oneself.ts'
import { saveUser } from './save-user.ts'
import { selectUsers } from './select-users.ts'
import { setCanBuyService } from './set-can-buy-service.ts'
import { changeSubUser } from './sub-users/change-subuser.ts'
import { getSubUser } from './sub-users/get-subuser.ts'
import { inviteSubUser } from './sub-users/invite-subuser.ts'
import { exportSubUsers, listSubUsers, summariseSubUsers } from './sub-users/subusers-list.ts'
import {
  removeSubUser,
  resendInvitation,
  resumeSubUser,
  suspendSubUser,
} from './sub-users/suspend-subuser.ts'

const me = serve(contract.me, async ({ tx, actor }) => {
  const [user] = await selectUsers(tx, tx`u.user_id = ${actor.user_id}`)
  const granted = 'permissions' in actor ? actor.permissions : null
  return {
    ...(user as contract.User),
    permissions: granted === null ? null : granted.split(',').filter(Boolean),
    sees_some: 'sees_some' in actor && actor.sees_some,
    second_step_missing: 'second_step_missing' in actor,
  }
})

/**
 * A super user who impersonates nobody, like a consumer, gets only themselves; so does a sub-user who may not read about
 * the office.
 */
const mine = serve(contract.mine, ({ tx, actor }) =>
  actor.customer_id === null || !actorMay(actor, 'office:read')
    ? selectUsers(tx, tx`u.user_id = ${actor.user_id}`)
    : selectUsers(tx, tx`u.customer_id = ${actor.customer_id} and u.state <> 'removed'`),
)

export const userRoutes: Route[] = [
  ...[me, mine, getPreferences, putPreferences],
  ...[getUser, saveUser, saveOneself, confirmEmail, removeUser, saveApiLogin],
  setCanBuyService,
  ...[listSubUsers, summariseSubUsers, exportSubUsers, getSubUser, inviteSubUser, changeSubUser],
  ...[suspendSubUser, resumeSubUser, resendInvitation, removeSubUser],
]
