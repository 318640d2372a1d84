import type { Tx } from '../../db/connection.ts'
import type { Events } from '../../events.ts'

/**
 * Refuses to edit or reissue a bill of late interest: its amount was computed, and days would be charged twice. Cancel
 * it and charge again instead.
 */
export async function refuseChangesOfInterestBills(
  tx: Tx,
  { bill_ids, change, refuse }: Events['bills_changing'],
): Promise<void> {
  if (change === 'cancel') return
  const charges = await tx<{ interest_bill_id: number }[]>`
    select c.interest_bill_id from late_interest_charges c
    join bills b on b.customer_id = c.customer_id and b.bill_id = c.interest_bill_id
    where b.bill_id = any(${[...bill_ids]}::bigint[])`
  const not = change === 'edit' ? 'non si modifica' : 'non si riemette'
  const sentence = `Questa bolletta chiede interessi di mora: ${not}. Annullala e chiedi di nuovo gli interessi.`
  for (const { interest_bill_id } of charges) refuse(interest_bill_id, { code: 'interest_bill', sentence })
}
