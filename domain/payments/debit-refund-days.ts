import { type Day, today } from '../dates.ts'
import { refundableUntil, unauthorisedRefundUntil } from '../sepa/debit-dates.ts'
import type { PaymentState } from './payment.ts'
import type { PaymentMethod } from './payment-method.ts'

/**
 * Until when the payer's bank may still take a collected debit back: on demand, and as not authorised (EPC016-06). Null for
 * other payments, and for debits whose money did not arrive or came back.
 */
export function debitRefundDays(payment: {
  method: PaymentMethod
  state: PaymentState
  settled_at: string | null
}): { refundable_until: Day | null; unauthorised_until: Day | null } {
  const { method, state, settled_at } = payment
  const stands = state === 'succeeded' || state === 'partly_refunded'
  if (method !== 'SEPA_DEBIT' || !stands || settled_at === null)
    return { refundable_until: null, unauthorised_until: null }
  const day = today(new Date(settled_at))
  return { refundable_until: refundableUntil(day), unauthorised_until: unauthorisedRefundUntil(day) }
}
