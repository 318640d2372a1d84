import type { Tx } from '../../db/connection.ts'
import type { Events } from '../../events.ts'
import type { Services } from '../../services.ts'
import { actorName } from '../../timeline/actor-name.ts'
import { cancelDebitsOfAutopay } from '../debits/cancel-planned-debits.ts'

/**
 * Two people become one. If both have an autopay in a condominium, the kept record's goes on: the other is revoked, and what it
 * had planned is cancelled and planned anew by the one that stays, with a notice that names its method.
 */
export async function keepOneAutopay(
  services: Services,
  tx: Tx,
  { customer_id, kept_id, merged_id }: Events['people_merging'],
): Promise<void> {
  // All of them at once, in one order: a job that moves one of them waits here, or this waits for it.
  await tx`
    select from autopays where customer_id = ${customer_id} and subject_id in (${kept_id}, ${merged_id}) and state <> 'revoked'
    order by autopay_id for no key update`
  const doubled = await tx<{ autopay_id: number; kept: number }[]>`
    update autopays p set state = 'revoked', pause_reason = null, paused_until = null
    from autopays k
    where p.customer_id = ${customer_id} and p.subject_id = ${merged_id} and p.state <> 'revoked'
      and k.customer_id = p.customer_id and k.subject_id = ${kept_id} and k.account_id = p.account_id and k.state <> 'revoked'
    returning p.autopay_id, k.autopay_id as kept`
  const actor = await actorName(tx)
  for (const { autopay_id, kept } of doubled) {
    await cancelDebitsOfAutopay(
      tx,
      autopay_id,
      'Le due schede sono state unite: vale l’altro addebito automatico.',
      actor,
    )
    await services.queue.enqueue(tx, 'move-autopay', { autopay_id: kept })
  }
}
