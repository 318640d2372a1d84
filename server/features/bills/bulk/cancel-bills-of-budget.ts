import type { Tx } from '../../../db/connection.ts'
import { emit } from '../../../events.ts'
import type { Services } from '../../../services.ts'
import { recordBillEvents } from '../../../timeline/bill-event.ts'

/**
 * Cancels all bills of a budget with a few statements. Locks them first; `unless` then throws if one must stay. Returns
 * how many were cancelled.
 */
export async function cancelBillsOfBudget(
  services: Services,
  tx: Tx,
  { customer_id, budget_id }: { customer_id: number; budget_id: number },
  { text, actor, unless }: { text: string; actor: string; unless: () => Promise<void> },
): Promise<number> {
  const held = await tx<{ bill_id: number }[]>`
    select bill_id from bills where customer_id = ${customer_id} and budget_id = ${budget_id} and status = 'issued'
    order by bill_id for update`
  await unless()
  const bill_ids = held.map(({ bill_id }) => bill_id)
  await tx`update bills set status = 'cancelled', updated_at = now() where bill_id = any(${bill_ids}::bigint[])`
  await emit(services, tx, 'bills_cancelled', { bill_ids, reason: 'La bolletta è stata annullata.' })
  await recordBillEvents(tx, held, { customer_id, kind: 'cancelled', text, actor })
  return bill_ids.length
}
