import type { Tx } from '../../db/connection.ts'
import type { Events } from '../../events.ts'
import { moveAutopayLinks } from '../../links/autopay-url.ts'
import type { Services } from '../../services.ts'
import { actorName } from '../../timeline/actor-name.ts'
import { cancelDebitsOfAutopay } from '../debits/cancel-planned-debits.ts'

/**
 * Two people become one. If both have an autopay in a condominium, the kept record's goes on, unless it is paused and the other is
 * active. The other is revoked, its payer is told, and what it had planned is cancelled and planned anew by the one that stays,
 * with a notice that names its method. Links follow only where both take from the same card or account: else somebody would
 * steer another person's money.
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
  const doubled = await tx<{ autopay_id: number; stays: number; same_payer: boolean }[]>`
    update autopays p set state = 'revoked', pause_reason = null, paused_until = null, ended_because = 'merged'
    from (
      select k.customer_id, is_same_method(k.source_id, m.source_id) as same_payer,
        case when k.state = 'paused' and m.state = 'active' then k.autopay_id else m.autopay_id end as ends,
        case when k.state = 'paused' and m.state = 'active' then m.autopay_id else k.autopay_id end as stays
      from autopays k join autopays m on m.customer_id = k.customer_id and m.account_id = k.account_id
      where k.customer_id = ${customer_id} and k.subject_id = ${kept_id} and m.subject_id = ${merged_id}
        and k.state <> 'revoked' and m.state <> 'revoked') pair
    where p.customer_id = pair.customer_id and p.autopay_id = pair.ends
    returning p.autopay_id, pair.stays, pair.same_payer`
  const actor = await actorName(tx)
  for (const { autopay_id, stays, same_payer } of doubled) {
    if (same_payer) await moveAutopayLinks(tx, autopay_id, stays)
    await cancelDebitsOfAutopay(
      tx,
      autopay_id,
      'Le due schede sono state unite: vale l’altro addebito automatico.',
      actor,
    )
    await services.queue.enqueue(tx, 'move-autopay', { autopay_id: stays })
    await services.queue.enqueue(tx, 'move-autopay', { autopay_id })
  }
}
