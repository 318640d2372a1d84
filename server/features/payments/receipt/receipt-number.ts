import type { Tx } from '../../../db/connection.ts'

/**
 * The number of a payment's receipt, `RIC-2026/000001`; null while the money has not arrived. The database assigns it
 * as the last step of the transaction that settles the payment (0011-payments.sql); calling this earlier assigns it
 * now. From then on other payments of the condominium wait until this transaction ends, so call it late.
 */
export async function receiptNumber(tx: Tx, payment_id: number): Promise<string | null> {
  await tx`set constraints receipt_of_inserted, receipt_of_settled immediate`
  const [receipt] = await tx<
    { number: string }[]
  >`select number from receipts where payment_id = ${payment_id}`
  return receipt?.number ?? null
}
