import * as contract from '@saldo/contract/identity/delegations'
import type { Tx } from '../../db/connection.ts'
import { hashToken } from '../../http/actor.ts'
import { ApiError } from '../../http/errors.ts'
import { serveOpenly } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { freeName } from '../registration/free-name.ts'
import { residentWithEmail } from '../registration/resident-with-email.ts'
import { insertInvited } from '../users/invite-user.ts'
import { lockSides, type Sides } from './delegation.sql.ts'
import { tellGranted } from './tell-sides.ts'

/**
 * The link proves the mailbox, and the delegation goes to the access of that mailbox alone, whoever opens the link: forwarded, it
 * gives nobody else anything.
 */
export const acceptDelegation = serveOpenly(contract.acceptDelegation, ({ services, params }) =>
  services.asSystem(async (tx) => {
    const sides = await lockSides(tx, { token_hash: hashToken(params.token) })
    if (sides?.state !== 'invited' || !sides.in_time) throw linkGone()
    const delegate = await accessOfDelegate(services, tx, sides)
    if (delegate.user_id === sides.owner_user_id) throw linkGone()
    // The audit log names the delegate.
    await tx`select set_config('saldo.user_id', ${String(delegate.user_id)}, true)`
    await tx`
      update delegations
      set state = 'active', delegate_user_id = ${delegate.user_id}, accepted_at = now(), token_hash = null
      where delegation_id = ${sides.delegation_id}`
    await tellGranted(services, tx, { ...sides, delegate_user_id: delegate.user_id })
    return { owner_name: sides.owner_name, has_access: delegate.has_access }
  }),
)

/** The resident with this address, else a new user, invited by mail. */
async function accessOfDelegate(services: Services, tx: Tx, { delegate_name, delegate_email }: Sides) {
  const known = await residentWithEmail(tx, delegate_email)
  const user_id =
    known?.user_id ??
    (await insertInvited(tx, {
      ...{ customer_id: null, nominative: delegate_name, email: delegate_email },
      user_name: await freeName(tx, delegate_email),
    }))
  const has_access = known?.state === 'active'
  if (!has_access) await services.queue.enqueue(tx, 'send-invitation', { user_id })
  return { user_id, has_access }
}

const linkGone = () =>
  new ApiError(
    410,
    'link_gone',
    'Questo link è scaduto, è già stato usato o l’invito è stato ritirato: chiedi a chi ti ha invitato di farlo di nuovo.',
  )
