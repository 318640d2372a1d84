import * as contract from '@saldo/contract/identity/delegations'
import { notFound } from '../../http/errors.ts'
import { actInNameOf } from '../../http/in-name-of.ts'
import { serveAcross } from '../../http/serve.ts'
import { actorName } from '../../timeline/actor-name.ts'
import { lockSides } from './delegation.sql.ts'
import { tellEnded } from './tell-sides.ts'

/** Who sees it may end it: the owner, the delegate, the office. From that moment the database shows the delegate nothing. */
export const endDelegation = serveAcross(
  contract.endDelegation,
  async ({ as, services, actor, params: { id } }) => {
    const ended_by_name = await as(async (tx) => {
      const [seen] = await tx`select from delegations where delegation_id = ${id}`
      if (!seen) throw notFound('Questa delega')
      return actorName(tx)
    })
    await services.asSystem(async (tx) => {
      await actInNameOf(tx, actor)
      const sides = await lockSides(tx, { delegation_id: id })
      if (!sides || sides.state === 'ended') return
      await tx`
        update delegations set state = 'ended', ended_at = now(), ended_by_name = ${ended_by_name}, token_hash = null
        where delegation_id = ${id}`
      // Mails only about a delegation that was active: others never gave any access.
      if (sides.state === 'active') await tellEnded(services, tx, sides)
    })
    return undefined
  },
)
