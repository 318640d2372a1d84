import type { Payment } from '@saldo/contract/payments/payments'
import type { Tx } from '../../db/connection.ts'
import { pageOf } from '../../db/listing.ts'
import { paymentsList, withReason } from './payments-list.ts'

/** The newest payments visible to the actor, at most so many. */
export async function latestPayments(tx: Tx, at_most: number): Promise<Payment[]> {
  const { items } = await pageOf(tx, paymentsList, { limit: at_most })
  return items.map(withReason)
}
