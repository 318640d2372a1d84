import * as contract from '@saldo/contract/identity/users'
import type { Tx } from '../../db/connection.ts'
import { actorMay } from '../../http/actor.ts'
import { notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { selectUsers } from './select-users.ts'

/** Removed users are still found by id, because the audit log names them. */
export const getUser = serve(contract.getUser, async ({ tx, actor, params }) => {
  if (params.id !== actor.user_id && !actorMay(actor, 'office:read')) throw unseenUser()
  const [user] = await selectUsers(tx, tx`u.user_id = ${params.id}`)
  if (!user) throw unseenUser()
  return user
})

/** A user who was not removed; 404 when not visible to the actor. */
export async function presentUser(tx: Tx, user_id: number): Promise<contract.User> {
  const [user] = await selectUsers(tx, tx`u.user_id = ${user_id} and u.state <> 'removed'`)
  if (!user) throw unseenUser()
  return user
}

const unseenUser = () => notFound('Questo utente')
