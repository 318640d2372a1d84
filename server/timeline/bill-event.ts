import type { Tx } from '../db/connection.ts'

/**
 * Adds an event to a bill's timeline. `actor` is the displayed name: a person's, "pagatore", "sistema" or "provider".
 */
export async function recordBillEvent(
  tx: Tx,
  event: { customer_id: number; bill_id: number; kind: string; text: string; actor: string },
): Promise<void> {
  await tx`insert into bill_events ${tx(event)}`
}

/** Adds the same event to the timelines of several bills. */
export async function recordBillEvents(
  tx: Tx,
  bills: readonly { bill_id: number }[],
  event: { customer_id: number; kind: string; text: string; actor: string },
): Promise<void> {
  const bill_ids = [...new Set(bills.map(({ bill_id }) => bill_id))]
  const { customer_id, kind, text, actor } = event
  await tx`
    insert into bill_events (customer_id, bill_id, kind, text, actor)
    select ${customer_id}, bill_id, ${kind}, ${text}, ${actor} from unnest(${bill_ids}::bigint[]) bill_id`
}
