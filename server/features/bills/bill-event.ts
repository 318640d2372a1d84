import type { Tx } from '../../db/connection.ts'

/** Adds to a bill's timeline. `actor` is who is shown: a person's name, "pagatore", "sistema" or "provider". */
export async function recordBillEvent(
  tx: Tx,
  event: { customer_id: number; bill_id: number; kind: string; text: string; actor: string },
): Promise<void> {
  await tx`insert into bill_events ${tx(event)}`
}
