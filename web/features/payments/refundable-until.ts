import { formatDate, today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import type { Payment } from './payment-query.ts'

/**
 * Until when the bank may take a collected SEPA debit back: without a reason, and then if it was not authorised; null for
 * other payments, and afterwards.
 */
export function refundableWords(
  {
    state,
    refundable_until,
    unauthorised_until,
  }: Pick<Payment, 'state' | 'refundable_until' | 'unauthorised_until'>,
  day = today(),
): string | null {
  if (state !== 'succeeded' && state !== 'partly_refunded') return null
  if (refundable_until && day <= refundable_until)
    return `La banca può restituire l’addebito fino al ${formatDate(refundable_until)}, se chi ha pagato lo chiede.`
  if (unauthorised_until && day <= unauthorised_until)
    return `La banca può restituire l’addebito fino al ${formatDate(unauthorised_until)} solo se non era autorizzato.`
  return null
}

/** Of an amount that was collected, what banks still give back to payers who ask for it; null: nothing. Cents. */
export const returnableWords = (cents: number | null): string | null =>
  cents
    ? `Di tutto l’incassato, le banche possono ancora restituire ${formatEuro(cents)} di addebiti delle ultime otto settimane, se chi ha pagato lo chiede.`
    : null
