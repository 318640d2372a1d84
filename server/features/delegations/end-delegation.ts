import * as contract from '@saldo/contract/identity/delegations'
import type { Tx } from '../../db/connection.ts'
import { notFound } from '../../http/errors.ts'
import { actInNameOf } from '../../http/in-name-of.ts'
import { serveAcross } from '../../http/serve.ts'
import type { JobHandler } from '../../jobs/jobs.ts'
import type { Services } from '../../services.ts'
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
      await end(services, tx, id, ended_by_name)
    })
    return undefined
  },
)

type Leaver = { user_id: number; subject_ids: readonly number[]; ended_by_name: string }

/** Ends all delegations of a user who leaves: to pay for others, and of others to pay for them. Call it only as the system. */
export async function endDelegationsOf(
  services: Services,
  tx: Tx,
  { user_id, subject_ids, ended_by_name }: Leaver,
): Promise<void> {
  const open = await tx<{ delegation_id: number }[]>`
    select delegation_id from delegations
    where state <> 'ended' and (delegate_user_id = ${user_id} or subject_id = any(${[...subject_ids]}::bigint[]))
    order by delegation_id`
  for (const { delegation_id } of open) await end(services, tx, delegation_id, ended_by_name)
}

/**
 * Ends those whose last day is over and tells both sides, who may have forgotten it. The database shows the delegate nothing from
 * that day on, whenever this runs. One that cannot be ended waits for the next night and stops no other.
 */
export const endPastDelegations: JobHandler<'end-past-delegations'> = async (services) => {
  const past = await services.asSystem(
    (tx) => tx<{ delegation_id: number }[]>`
      select delegation_id from delegations where state = 'active' and expires_on < today() order by delegation_id`,
  )
  for (const { delegation_id } of past)
    await services
      .asSystem((tx) => end(services, tx, delegation_id, 'Sistema'))
      .catch((error: unknown) =>
        services.log.error({ err: error, delegation_id }, 'a delegation past its last day cannot be ended'),
      )
}

/** Ends a delegation, once. Mails only about one that was active: others never gave any access. */
async function end(services: Services, tx: Tx, delegation_id: number, ended_by_name: string): Promise<void> {
  const sides = await lockSides(tx, { delegation_id })
  if (!sides || sides.state === 'ended') return
  await tx`
    update delegations set state = 'ended', ended_at = now(), ended_by_name = ${ended_by_name}, token_hash = null
    where delegation_id = ${delegation_id}`
  if (sides.state === 'active') await tellEnded(services, tx, sides)
}
