import type { Tx } from '../../db/connection.ts'
import { emit } from '../../events.ts'
import { conflict } from '../../http/errors.ts'
import type { Services } from '../../services.ts'

export type BillChange = 'edit' | 'cancel' | 'reissue'
export type BillRefusal = { code: string; sentence: string }

/** Those of these locked bills that a later section does not allow to change, with the first reason given. */
export async function refusedChanges(
  services: Services,
  tx: Tx,
  bill_ids: readonly number[],
  change: BillChange,
): Promise<Map<number, BillRefusal>> {
  const refusals = new Map<number, BillRefusal>()
  const refuse = (bill_id: number, refusal: BillRefusal) => {
    if (!refusals.has(bill_id)) refusals.set(bill_id, refusal)
  }
  await emit(services, tx, 'bills_changing', { bill_ids, change, refuse })
  return refusals
}

/** 409 when a later section does not allow the change. */
export async function requireChangeable(
  services: Services,
  tx: Tx,
  bill_id: number,
  change: BillChange,
): Promise<void> {
  const refusal = (await refusedChanges(services, tx, [bill_id], change)).get(bill_id)
  if (refusal) throw conflict(refusal.code, refusal.sentence)
}
