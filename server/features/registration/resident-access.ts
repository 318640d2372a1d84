import * as contract from '@saldo/contract/identity/registration'
import type { Tx } from '../../db/connection.ts'
import type { Actor } from '../../http/actor.ts'
import { notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'

export const getResidentAccess = serve(contract.getResidentAccess, async ({ tx, actor, params }) => {
  await requireVisiblePerson(tx, actor, params.id)
  return accessOf(tx, params.id)
})

/**
 * Checks that the actor sees this person (else 404), then switches to the system role, still in the actor's name:
 * residents are users of no office, so offices cannot see them.
 */
export async function requireVisiblePerson(tx: Tx, actor: Actor, subject_id: number): Promise<void> {
  const [seen] = await tx`select from subjects where subject_id = ${subject_id}`
  if (!seen) throw notFound('Questa persona')
  await tx`select enter('saldo_system', ${actor.customer_id}, ${actor.user_id}, null)`
}

/** Call it only as the system: see requireVisiblePerson. */
export async function accessOf(tx: Tx, subject_id: number): Promise<contract.ResidentAccess> {
  const [access] = await tx<contract.ResidentAccess[]>`
    select s.subject_id, s.email, coalesce(u.state, 'none') as access, u.invited_at
    from subjects s left join users u on u.user_id = s.user_id and u.state <> 'removed'
    where s.subject_id = ${subject_id}`
  return access as contract.ResidentAccess
}
