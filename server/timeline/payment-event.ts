import type { Tx } from '../db/connection.ts'

/**
 * Adds an event to a payment's timeline. `actor` is the displayed name: a person's, "pagatore", "sistema" or
 * "provider".
 */
export async function recordPaymentEvent(
  tx: Tx,
  event: {
    customer_id: number
    bill_id: number
    payment_id: number
    kind: string
    text: string
    actor: string
  },
): Promise<void> {
  await tx`insert into payment_events ${tx(event)}`
}
