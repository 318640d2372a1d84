import type { InstalmentCredit } from '@saldo/domain/bills/credit-note'
import type { Tx } from '../../../db/connection.ts'
import { emit } from '../../../events.ts'
import type { Services } from '../../../services.ts'
import type { LockedBill } from '../locked-bill.ts'

/** Cancels a bill; number and history stay readable. `reason`: an Italian sentence. */
export async function withdrawBill(
  services: Services,
  tx: Tx,
  { bill_id }: LockedBill,
  reason: string,
): Promise<void> {
  await tx`update bills set status = 'cancelled', updated_at = now() where bill_id = ${bill_id}`
  await emit(services, tx, 'bills_cancelled', { bill_ids: [bill_id], reason })
}

/** Lowers a bill and its instalments by `amount` cents; a line gives the reason. */
export async function lowerBill(
  tx: Tx,
  { bill_id, customer_id }: LockedBill,
  { amount, description }: { amount: number; description: string },
  credits: readonly InstalmentCredit[],
): Promise<void> {
  await tx`update bills set amount = amount - ${amount}, updated_at = now() where bill_id = ${bill_id}`
  await tx`
    insert into bill_lines (customer_id, bill_id, position, description, amount)
    select ${customer_id}, ${bill_id}, max(position) + 1, ${description}, ${-amount}
    from bill_lines where bill_id = ${bill_id}`
  await tx`
    update bill_instalments i set amount = i.amount - c.less
    from unnest(${credits.map(({ instalment_id }) => instalment_id)}::bigint[], ${credits.map(({ less }) => less)}::bigint[])
      as c (instalment_id, less)
    where i.instalment_id = c.instalment_id`
}
