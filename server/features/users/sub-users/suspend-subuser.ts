import * as contract from '@saldo/contract/identity/sub-users'
import type { Tx } from '../../../db/connection.ts'
import type { Actor } from '../../../http/actor.ts'
import { conflict } from '../../../http/errors.ts'
import { serve } from '../../../http/serve.ts'
import { requireMailRoom } from '../../../mail/mail-limit.ts'
import { subUserDetail } from './get-subuser.ts'
import { refuseIfTargetHasMore } from './grant-limits.ts'

/** Ends their sessions too (trigger `shut_out`). Idempotent. */
export const suspendSubUser = serve(contract.suspendSubUser, async ({ tx, actor, params }) => {
  await changeable(tx, actor, params.id)
  await tx`update users set state = 'suspended' where user_id = ${params.id} and state in ('active', 'invited')`
  return subUserDetail(tx, params.id)
})

/** A user who had no password yet, or of whom it is unknown, must be invited again. */
export const resumeSubUser = serve(contract.resumeSubUser, async ({ tx, actor, params }) => {
  await changeable(tx, actor, params.id)
  await tx`
    update users set state = case when has_password(user_id) then 'active' else 'invited' end
    where user_id = ${params.id} and state = 'suspended'`
  return subUserDetail(tx, params.id)
})

export const resendInvitation = serve(contract.resendInvitation, async ({ tx, actor, services, params }) => {
  const { state, email } = await changeable(tx, actor, params.id)
  if (state !== 'invited') throw conflict('not_invited', alreadyIn[state])
  if (email) await requireMailRoom(tx, 'invitation', email)
  await tx`update users set invited_at = now() where user_id = ${params.id}`
  await services.queue.enqueue(tx, 'send-invitation', { user_id: params.id })
  return subUserDetail(tx, params.id)
})

const alreadyIn = {
  active: 'Ha già scelto la password: se l’ha persa, dalla pagina di accesso ne sceglie un’altra.',
  suspended: 'L’accesso è sospeso: prima riattivalo.',
}

export const removeSubUser = serve(contract.removeSubUser, async ({ tx, actor, params }) => {
  await changeable(tx, actor, params.id)
  await tx`update users set state = 'removed' where user_id = ${params.id}`
  return undefined
})

async function changeable(tx: Tx, actor: Actor, user_id: number) {
  const user = await subUserDetail(tx, user_id)
  await refuseIfTargetHasMore(tx, actor, user_id)
  return user
}
