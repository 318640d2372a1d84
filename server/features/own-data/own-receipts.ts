import type { Tx } from '../../db/connection.ts'
import type { Services } from '../../services.ts'
import { letterheadImages } from '../documents/letterhead-images.ts'
import { receiptFacts } from '../payments/receipt/receipt-facts.ts'
import type { receiptParts } from '../payments/receipt/receipt-parts.ts'
import { receiptPdf } from '../payments/receipt/receipt-pdf.ts'

/** The payments of the actor's bills that have a receipt, the oldest first; without those of whoever paid for them. */
export async function receiptIds(tx: Tx): Promise<number[]> {
  const rows = await tx<{ payment_id: number }[]>`
    select p.payment_id from receipts r
    join payments p on p.customer_id = r.customer_id and p.payment_id = r.payment_id
    where p.state in ('succeeded', 'partly_refunded', 'refunded') and not is_paid_by_delegate(p.payment_id)
    order by p.payment_id`
  return rows.map(({ payment_id }) => payment_id)
}

/** A receipt as PDF, with a name for its file; null when there is none. `parts`: see receiptParts. */
export async function receiptPdfOf(
  services: Services,
  tx: Tx,
  payment_id: number,
  parts: Awaited<ReturnType<typeof receiptParts>>,
): Promise<{ name: string; pdf: Uint8Array } | null> {
  const receipt = await receiptFacts(tx, payment_id)
  if (!receipt?.settled_at || receipt.receipt_number === null) return null
  const { settled_at, receipt_number } = receipt
  const images = await letterheadImages(services, receipt.bill.customer_id)
  const pdf = await receiptPdf({ ...receipt, ...parts, settled_at, receipt_number }, images)
  return { name: `${receipt_number.replace(/[^A-Za-z0-9]+/g, '-')}-${payment_id}`, pdf }
}
