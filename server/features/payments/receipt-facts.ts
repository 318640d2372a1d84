import type { PaymentState } from '@saldo/domain/payment'
import type { PaymentMethod } from '@saldo/domain/payment-method'
import type { Tx } from '../../db/connection.ts'
import { type BillFacts, billFacts } from '../bills/bill-facts.ts'

/** What a receipt says. Money in cents, instants in ISO 8601 UTC. */
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
  bill: BillFacts
}

/** The payment as the transaction's actor sees it, or null. */
export async function receiptFacts(tx: Tx, payment_id: number): Promise<ReceiptFacts | null> {
  const [row] = await tx<(Omit<ReceiptFacts, 'bill'> & { bill_id: number })[]>`
    select payment_id, bill_id, state, method, amount, refunded, brand, last4, payer_name, settled_at
    from payments where payment_id = ${payment_id}`
  const bill = row ? await billFacts(tx, row.bill_id) : null
  return row && bill ? { ...row, bill } : null
}
