import type { Tx } from '../../db/connection.ts'
import type { Services } from '../../services.ts'

/** Has the open movements of a condominium matched again: something that they may pay has changed. */
export const enqueueRematch = (
  services: Services,
  tx: Tx,
  { customer_id, account_id }: { customer_id: number; account_id: number },
) => services.queue.enqueue(tx, 'rematch-movements', { customer_id, account_id })

/** The condominiums with open movements: of one customer, or (null) of all. */
export async function enqueueOpenRematches(
  services: Services,
  tx: Tx,
  customer_id: number | null,
): Promise<void> {
  const open = await tx<{ customer_id: number; account_id: number }[]>`
    select distinct customer_id, account_id from bank_movements
    where state in ('to_match', 'to_explain') and (${customer_id}::bigint is null or customer_id = ${customer_id})`
  for (const each of open) await enqueueRematch(services, tx, each)
}
