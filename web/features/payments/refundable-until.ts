import { today } from '@saldo/domain/dates'
import { refundWarning } from '@saldo/domain/sepa/debit-dates'
import type { Payment } from './payment-query.ts'
import { dayOf } from './payment-words.ts'

/**
 * Until when the bank may take a collected SEPA debit back: eight weeks, or thirteen months if it was not authorised; null
 * for other payments, and afterwards.
 */
export function refundableWords(
  { state, method, settled_at }: Pick<Payment, 'state' | 'method' | 'settled_at'>,
  day = today(),
): string | null {
  if (method !== 'SEPA_DEBIT' || settled_at === null) return null
  if (state !== 'succeeded' && state !== 'partly_refunded') return null
  return refundWarning(dayOf(settled_at), day)
}
