import type { Tx } from '../db/connection.ts'

/** `actor` is the displayed name: a person's, "pagatore", "sistema" or "provider". */
export type PaymentEvent = {
  customer_id: number
  bill_id: number
  payment_id: number
  kind: string
  text: string
  actor: string
}

/** Adds an event to a payment's timeline. */
export async function recordPaymentEvent(tx: Tx, event: PaymentEvent): Promise<void> {
  await tx`insert into payment_events ${tx(event)}`
}

/** Adds each of these events to the timelines of its payment and of its bill, where it is called `bill_kind`. */
export async function recordPaymentsOfBills(
  tx: Tx,
  events: readonly PaymentEvent[],
  bill_kind: string,
): Promise<void> {
  for (let at = 0; at < events.length; at += 1000) {
    const lot = events.slice(at, at + 1000)
    await tx`insert into payment_events ${tx(lot)}`
    await tx`
      insert into bill_events ${tx(lot.map(({ payment_id: _payment, ...event }) => ({ ...event, kind: bill_kind })))}`
  }
}
