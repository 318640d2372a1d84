import type { Tx } from '../../db/connection.ts'

/** Sets whether money that an office receives pays late interest before the debt itself (art. 1194 c.c.). */
export async function saveInterestFirst(tx: Tx, customer_id: number, interest_first: boolean): Promise<void> {
  await tx`
    update customers set interest_first = ${interest_first}, updated_at = now()
    where customer_id = ${customer_id} and interest_first <> ${interest_first}`
}
