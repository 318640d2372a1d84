import type { PaymentState } from '@saldo/domain/payments/payment'
import type { PaymentMethod } from '@saldo/domain/payments/payment-method'
import type { Tx } from '../../../db/connection.ts'
import { type BillFacts, billFacts } from '../../bills/bill-facts.ts'

/** The content of a receipt. Money in cents, instants in ISO 8601 UTC. */
export type ReceiptFacts = {
  payment_id: number
  state: PaymentState
  method: PaymentMethod
  amount: number
  refunded: number
  brand: string | null
  last4: string | null
  payer_name: string | null
  settled_at: string | null
  /** `RIC-2026/000001`; null while the money has not arrived. */
  receipt_number: string | null
  /** The day on which its registration was reversed, and the receipt in its place; null: it holds. */
  void_since: string | null
  replaced_by: string | null
  bill: BillFacts
}

/** The receipt's content, if the actor sees the payment; else null. */
export async function receiptFacts(tx: Tx, payment_id: number): Promise<ReceiptFacts | null> {
  const [row] = await tx<(Omit<ReceiptFacts, 'bill'> & { bill_id: number })[]>`
    select p.payment_id, p.bill_id, p.state, p.method, p.amount, p.refunded, p.brand, p.last4, p.payer_name, p.settled_at,
      r.number as receipt_number, (v.at at time zone 'Europe/Rome')::date as void_since, n.number as replaced_by
    from payments p
    left join receipts r on r.customer_id = p.customer_id and r.payment_id = p.payment_id
    left join collection_reversals v on v.customer_id = p.customer_id and v.payment_id = p.payment_id
    -- Another person's receipt is not this payer's business.
    left join receipts n on v.reason = 'other_amount' and n.customer_id = v.customer_id and n.payment_id = v.replaced_by
    where p.payment_id = ${payment_id}`
  const bill = row ? await billFacts(tx, row.bill_id) : null
  return row && bill ? { ...row, bill } : null
}
