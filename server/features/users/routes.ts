import * as contract from '@saldo/contract/users'
import { serve } from '../../http/serve.ts'
import { getPreferences, putPreferences } from './preferences.ts'
import { selectUsers } from './select-users.ts'

const me = serve(contract.me, async ({ tx, actor }) => {
  const [user] = await selectUsers(tx, tx`u.user_id = ${actor.user_id}`)
  const granted = 'permissions' in actor ? actor.permissions : null
  return {
    ...(user as contract.User),
    permissions: granted === null ? null : granted.split(',').filter(Boolean),
  }
})

/** A super user who works for nobody in particular, like a consumer, gets just themselves. */
const mine = serve(contract.mine, ({ tx, actor }) =>
  actor.customer_id === null
    ? selectUsers(tx, tx`u.user_id = ${actor.user_id}`)
    : selectUsers(tx, tx`u.customer_id = ${actor.customer_id}`),
)

export const userRoutes = [me, mine, getPreferences, putPreferences]
