import type { Tx } from '../../db/connection.ts'

/** Adds to a mandate's timeline. `actor` is who is shown: a person's name, "pagatore", "sistema" or "provider". */
export async function recordMandateEvent(
  tx: Tx,
  event: { customer_id: number; mandate_id: number; kind: string; text: string; actor: string },
): Promise<void> {
  await tx`insert into mandate_events ${tx(event)}`
}
