import type { Tx } from '../../db/connection.ts'

/** Sets the identifier under which the condominium collects SEPA debits; the caller has checked it. */
export async function setCreditorId(tx: Tx, account_id: number, creditor_id: string | null): Promise<void> {
  await tx`update accounts set creditor_id = ${creditor_id} where account_id = ${account_id}`
}
