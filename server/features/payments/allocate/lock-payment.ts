import type { PaymentState } from '@saldo/domain/payments/payment'
import type { PaymentMethod } from '@saldo/domain/payments/payment-method'
import type { Tx } from '../../../db/connection.ts'
import { notFound } from '../../../http/errors.ts'
import type { ProviderAccount } from '../../../provider/providers.ts'

export type LockedPayment = {
  payment_id: number
  customer_id: number
  account_id: number
  subject_id: number
  /** The bill under which the payment is listed. Its allocation has the instalments that it settles. */
  bill_id: number
  method: PaymentMethod
  state: PaymentState
  amount: number
  refunded: number
  refunding: number
  settled_at: string | null
  provider_account: ProviderAccount | null
  brand: string | null
  last4: string | null
  receipt_email: string | null
}

/**
 * Locks the payment as the actor sees it. First locks every bill that it may touch, in the order of ids, as every
 * writer of a bill's money does. Throws 404 when it is not visible.
 */
export async function lockPayment(tx: Tx, payment_id: number): Promise<LockedPayment> {
  await tx`
    select from bills where (customer_id, account_id, subject_id) = (
      select customer_id, account_id, subject_id from payments where payment_id = ${payment_id})
    order by bill_id for update`
  const [payment] = await tx<LockedPayment[]>`
    select payment_id, customer_id, account_id, subject_id, bill_id, method, state, amount, refunded, refunding, settled_at,
      provider_account, brand, last4, receipt_email
    from payments where payment_id = ${payment_id} for update`
  if (!payment) throw notFound('Il pagamento')
  return payment
}
