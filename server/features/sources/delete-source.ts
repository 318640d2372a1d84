import * as contract from '@saldo/contract/payments/sources'
import type { Tx } from '../../db/connection.ts'
import { emit } from '../../events.ts'
import { serveAcross } from '../../http/serve.ts'
import { answerWithin } from '../../provider/wait-for-provider.ts'
import type { Services } from '../../services.ts'
import { actorName } from '../../timeline/actor-name.ts'
import { moveMandate } from '../mandates/source-mandate.ts'
import { lockOwnSource } from './own-source.ts'
import { settleSource } from './settle-source.ts'
import { sourceView } from './source-view.ts'

/**
 * Deletes a source: unused from the first commit on, then removed at the provider; by a job if it does not answer now.
 */
export const deleteSource = serveAcross(contract.deleteSource, async ({ services, as, params }) => {
  const { source_id } = await as(async (tx, actor) => {
    const source = await lockOwnSource(tx, actor, params)
    await retire(services, tx, source.source_id)
    return source
  })
  await answerWithin(services, settleSource(services, source_id))
  return as((tx) => sourceView(tx, source_id))
})

/** Ends a source: no default, no mandate, no planned debits. It must still be removed at the provider. */
export async function retire(services: Services, tx: Tx, source_id: number): Promise<void> {
  const actor = await actorName(tx)
  await tx`
    update payment_sources set state = 'removing', is_default = false, next_action_url = null, next_check_at = now()
    where source_id = ${source_id}`
  await moveMandate(tx, source_id, 'revoked', { text: 'Metodo tolto', actor })
  const reason = 'Il metodo di pagamento è stato tolto.'
  await emit(services, tx, 'source_removed', { source_id, reason })
}

/** Ends all sources of these people, who leave; jobs remove them at the provider. Call it only as the system. */
export async function retireSourcesOf(
  services: Services,
  tx: Tx,
  subject_ids: readonly number[],
): Promise<void> {
  const sources = await tx<{ source_id: number }[]>`
    select source_id from payment_sources
    where subject_id = any(${[...subject_ids]}::bigint[]) and state in ('draft', 'pending', 'active')
    order by source_id for update`
  for (const { source_id } of sources) await retire(services, tx, source_id)
  await services.queue.enqueueAll(tx, 'settle-source', sources)
}
