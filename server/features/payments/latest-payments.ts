import type { Payment } from '@saldo/contract/payments/payments'
import type { Tx } from '../../db/connection.ts'
import { pageOf } from '../../db/listing.ts'
import { paymentsList, withReason } from './payments-list.ts'

/** The newest payments visible to the actor, at most so many; of one condominium if it is given. */
export async function latestPayments(
  tx: Tx,
  at_most: number,
  { account_id }: { account_id: number | undefined },
): Promise<Payment[]> {
  const { items } = await pageOf(tx, paymentsList, { account_id, limit: at_most })
  return items.map(withReason)
}
