import * as contract from '@saldo/contract/identity/registration'
import type { Tx } from '../../db/connection.ts'
import type { As } from '../../http/actor.ts'
import { notFound } from '../../http/errors.ts'
import { actInNameOf } from '../../http/in-name-of.ts'
import { serveAcross } from '../../http/serve.ts'
import type { Services } from '../../services.ts'

export const getResidentAccess = serveAcross(contract.getResidentAccess, ({ services, as, params }) =>
  forVisiblePerson(services, as, params.id, (tx) => accessOf(tx, params.id)),
)

/**
 * Checks that the actor sees this person (else 404), then works as the system, in the actor's name: residents are users of
 * no office, so offices cannot see them.
 */
export async function forVisiblePerson<Result>(
  services: Services,
  as: As,
  subject_id: number,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const actor = await as(async (tx, actor) => {
    const [seen] = await tx`select from subjects where subject_id = ${subject_id}`
    if (!seen) throw notFound('Questa persona')
    return actor
  })
  return services.asSystem(async (tx) => {
    await actInNameOf(tx, actor)
    return work(tx)
  })
}

/** Call it only as the system: see forVisiblePerson. */
export async function accessOf(tx: Tx, subject_id: number): Promise<contract.ResidentAccess> {
  const [access] = await tx<contract.ResidentAccess[]>`
    select s.subject_id, s.email, coalesce(u.state, 'none') as access, u.invited_at
    from subjects s left join users u on u.user_id = s.user_id and u.state <> 'removed'
    where s.subject_id = ${subject_id}`
  return access as contract.ResidentAccess
}
