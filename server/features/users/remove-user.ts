import * as contract from '@saldo/contract/identity/users'
import type { Tx } from '../../db/connection.ts'
import { emit } from '../../events.ts'
import { conflict } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { presentUser } from './get-user.ts'
import { isSubUser, refuseIfTargetHasMore } from './sub-users/grant-limits.ts'
import { tellFullUsers } from './tell-full-users.ts'

/** The trigger `shut_out` ends the user's sessions and deletes the credentials. */
export const removeUser = serve(contract.removeUser, async ({ tx, services, actor, params }) => {
  const user = await presentUser(tx, params.id)
  if (user.user_id === actor.user_id) throw oneself()
  if (user.is_subuser) await refuseIfTargetHasMore(tx, actor, user.user_id)
  else if (isSubUser(actor)) throw notForSubUsers()
  else if (user.customer_id !== null) await refuseLast(tx, user.customer_id, user.user_id)
  await tx`update users set state = 'removed' where user_id = ${user.user_id}`
  if (user.customer_id !== null && !user.is_subuser)
    await tellFullUsers(services, tx, user.customer_id, { nominative: user.nominative, what: 'removed' })
  await emit(services, tx, 'user_removed', { user_id: user.user_id, consumer: user.role === 'consumer' })
  return undefined
})

/** 409 for the last user with all permissions of an office. Parallel removals wait for each other. */
async function refuseLast(tx: Tx, customer_id: number, user_id: number): Promise<void> {
  const full = await tx<{ user_id: number }[]>`
    select user_id from users
    where customer_id = ${customer_id} and not is_subuser and state = 'active' order by user_id for update`
  if (full.every((each) => each.user_id === user_id))
    throw conflict('last_user', 'È l’ultima persona che può fare tutto: prima aggiungine un’altra.')
}

const oneself = () =>
  conflict('oneself', 'Non puoi rimuovere te stesso: chiedilo a un’altra persona dello studio.')
const notForSubUsers = () =>
  conflict('full_user', 'Un collega con tutti i permessi lo rimuove solo chi li ha tutti.')
