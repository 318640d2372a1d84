import type { PendingQuery, Row } from 'postgres'
import type { Tx } from '../../db/connection.ts'
import { paymentResultUrl } from '../../links/bill-link.ts'
import type { Services } from '../../services.ts'

/** Whether a delegate paid for the holder of the bill, also if the delegation has ended. */
export async function isPaidByDelegate(tx: Tx, payment_id: number): Promise<boolean> {
  const [row] = await tx<[{ is: boolean }]>`select is_paid_by_delegate(${payment_id}) as is`
  return row.is
}

/**
 * What tells of the card or the account that paid (digits, the bank's reason), as the owner of the bill may read it of payment
 * `p`: null when a delegate paid, whose it is.
 */
export const notOfDelegate = (tx: Tx, column: PendingQuery<Row[]>) =>
  tx`case when not is_paid_by_delegate(p.payment_id) then ${column} end`

/** What a mail about a payment links to: nothing of its own, but for a delegate the payment instead of the bill. */
export const linkToPayer = async (
  services: Services,
  tx: Tx,
  payment_id: number,
): Promise<{ bill_url?: string }> =>
  (await isPaidByDelegate(tx, payment_id)) ? { bill_url: paymentResultUrl(services, payment_id) } : {}
