import { formatEuro } from '@saldo/domain/money'
import type { PaymentState } from '@saldo/domain/payments/payment'

const arrived: readonly PaymentState[] = ['succeeded', 'partly_refunded', 'refunded', 'disputed']
const lost: readonly PaymentState[] = ['failed', 'cancelled', 'reversed']
/** The provider has not answered yet. */
const unanswered: readonly PaymentState[] = ['created', 'unknown']

export const hasArrived = (state: PaymentState): boolean => arrived.includes(state)
export const isUnanswered = (state: PaymentState): boolean => unanswered.includes(state)

/** How the payments of one act went; `someLeft`: it did not pay everything. What the payer still has to do comes first. */
export function titleOf(
  results: readonly { state: PaymentState; amount: number }[],
  someLeft: boolean,
): string {
  if (results.some(({ state }) => state === 'requires_action')) return 'Manca la tua conferma'
  const paid = results.filter(({ state }) => hasArrived(state))
  const sum = formatEuro(paid.reduce((total, { amount }) => total + amount, 0))
  if (someLeft || results.some(({ state }) => lost.includes(state)))
    return paid.length > 0 ? `Pagati ${sum}, non tutto` : 'Non è ancora pagato tutto'
  if (results.some(({ state }) => isUnanswered(state))) return 'Stiamo aspettando la banca'
  return paid.length === results.length ? `Fatto. Hai pagato ${sum}.` : 'Inviati. Non devi fare altro adesso.'
}

/** What a payment waits for, as a sentence; null: for nothing that the payer should know. */
export function waitsFor(state: PaymentState): string | null {
  if (state === 'requires_action') return 'Manca la tua conferma: finché non la dai, non è pagato.'
  return isUnanswered(state) ? 'Stiamo aspettando la banca: non devi pagare di nuovo.' : null
}
