import type { CheckoutResult } from '@saldo/contract/bills/mybill'
import { formatEuro } from '@saldo/domain/money'

/** The title of a payment's result. */
export function titleOf(result: CheckoutResult): string {
  const { state, residue, method } = result
  switch (state) {
    case 'succeeded':
      if (residue === 0) return 'Fatto. Non devi altro.'
      return `Fatto. Restano da pagare ${formatEuro(residue)}.`
    case 'processing':
      return method === 'SEPA_DEBIT' ? 'Addebito inviato alla tua banca' : 'Il pagamento è in corso'
    case 'requires_action':
      return 'Manca la tua conferma'
    case 'created':
    case 'unknown':
      return 'Stiamo aspettando la banca'
    case 'failed':
      return 'Il pagamento non è riuscito'
    case 'cancelled':
      return result.paid_otherwise === 'paid' ? 'Era già pagato' : 'Pagamento annullato'
    case 'disputed':
      return 'Il pagamento è contestato'
    case 'reversed':
      return 'Questa ricevuta non vale più'
    case 'partly_refunded':
      return `Ti sono stati rimborsati ${formatEuro(result.refunded)}`
    default:
      return 'Il pagamento è stato rimborsato'
  }
}

/** Why a payment that took no money did not, and what has become of the bill meanwhile. */
export function whyNothingTaken({
  state,
  failure_reason,
  paid_otherwise,
  bill_number,
}: CheckoutResult): string {
  const bill = `La bolletta ${bill_number}`
  if (state === 'cancelled') {
    if (paid_otherwise === 'paid')
      return `${bill} risulta già pagata per la parte che stavi pagando: questo secondo pagamento non è stato preso, e non paghi niente due volte.`
    return paid_otherwise === 'under_way'
      ? `${bill} ha un altro pagamento in corso: questo non è stato preso, e non ti è stato addebitato niente.`
      : 'Non ti è stato addebitato niente.'
  }
  const why = failure_reason ?? 'Non ti è stato addebitato niente.'
  if (paid_otherwise === 'paid') return `${why} ${bill} intanto risulta pagata: non ripetere il pagamento.`
  if (paid_otherwise === 'under_way') return `${why} ${bill} ha un altro pagamento in corso: aspetta l’esito.`
  return failure_reason ?? 'Non ti è stato addebitato niente. Riprova o usa un altro modo di pagare.'
}
