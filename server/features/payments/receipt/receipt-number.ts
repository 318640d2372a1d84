import type { Tx } from '../../../db/connection.ts'

/**
 * The number of a payment's receipt, `RIC-2026/000001`, null while the money has not arrived. The database gives it when
 * the payment settles, as the last thing of the transaction (0011-payments.sql); asked for before, it gives it now. Then others
 * of the condominium wait until this transaction has ended: ask late.
 */
export async function receiptNumber(tx: Tx, payment_id: number): Promise<string | null> {
  await tx`set constraints receipt_of_inserted, receipt_of_settled immediate`
  const [receipt] = await tx<
    { number: string }[]
  >`select number from receipts where payment_id = ${payment_id}`
  return receipt?.number ?? null
}
