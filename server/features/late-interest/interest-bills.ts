import type { Tx } from '../../db/connection.ts'
import { conflict } from '../../http/errors.ts'

/**
 * Refuses with 409 to edit, or make again, a bill that asks for late interest: what it asks is what was counted, and days
 * asked for twice would follow. It is cancelled, and the interest asked for anew.
 */
export async function requireNoInterestBill(tx: Tx, bill_id: number, act: 'edit' | 'reissue'): Promise<void> {
  const [charge] = await tx`
    select from late_interest_charges
    where customer_id = (select customer_id from bills where bill_id = ${bill_id}) and interest_bill_id = ${bill_id}`
  if (charge)
    throw conflict(
      'interest_bill',
      `Questa bolletta chiede interessi di mora: ${act === 'edit' ? 'non si modifica' : 'non si riemette'}. Annullala e chiedi di nuovo gli interessi.`,
    )
}
