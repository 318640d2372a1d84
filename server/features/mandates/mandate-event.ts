import type { Tx } from '../../db/connection.ts'

/**
 * Adds an event to a mandate's timeline. `actor` is the displayed name: a person's, "pagatore", "sistema", "banca" or
 * "provider".
 */
export async function recordMandateEvent(
  tx: Tx,
  event: { customer_id: number; mandate_id: number; kind: string; text: string; actor: string },
): Promise<void> {
  await tx`insert into mandate_events ${tx(event)}`
}
