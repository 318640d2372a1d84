import { formatDateTime, formatLongDate, relativeDay, today } from '@saldo/domain/dates'
import {
  cardBrandLabels,
  isRegisteredByHand,
  paymentMethodLabels,
} from '@saldo/domain/payments/payment-method'
import {
  Bank,
  CalendarRotate,
  Cart,
  Cash,
  Coins,
  CreditCard,
  HandCash,
  MailOpen,
  PageEdit,
} from 'iconoir-react'
import type { IconShape } from '../../ui/icons/Icon.tsx'
import type { Payment } from './payment-query.ts'

type Method = Payment['method']

/** `PG-88307`, as in exports and receipts. */
export const paymentNumber = (payment_id: number) => `PG-${payment_id}`

export const methodIcons: Record<Method, IconShape> = {
  CARD: CreditCard,
  SEPA_DEBIT: CalendarRotate,
  BANK_TRANSFER: Bank,
  KLARNA: Cart,
  CASH: Cash,
  CHEQUE: PageEdit,
  POSTAL_SLIP: MailOpen,
  OTHER: HandCash,
  MAV: MailOpen,
  RIBA: PageEdit,
  CREDIT: Coins,
}

/** `Visa •••• 4242`; only the method if card or account are unknown. */
export function shownMethod({ method, brand, last4 }: Pick<Payment, 'method' | 'brand' | 'last4'>): string {
  const label =
    method === 'CARD' && brand && Object.hasOwn(cardBrandLabels, brand)
      ? cardBrandLabels[brand as keyof typeof cardBrandLabels]
      : paymentMethodLabels[method]
  return last4 ? `${label} •••• ${last4}` : label
}

/** The day in Rome of an instant, `yyyy-mm-dd`. */
export const dayOf = (instant: string) => today(new Date(instant))

/** `giovedì 17 settembre 2026 alle 10:42, 4 giorni fa`; without the hour for money that the office registered. */
function dayLabel(method: Payment['method'], instant: string): string {
  const day = dayOf(instant)
  const at = isRegisteredByHand(method) ? '' : ` alle ${formatDateTime(instant).slice(-5)}`
  return `${formatLongDate(day)}${at}, ${relativeDay(day, today())}`
}

const verbs: Record<Payment['state'], string> = {
  created: 'ha iniziato a pagare la bolletta',
  requires_action: 'deve ancora confermare il pagamento della bolletta',
  processing: 'sta pagando la bolletta',
  unknown: 'ha provato a pagare la bolletta',
  succeeded: 'ha pagato la bolletta',
  failed: 'ha provato a pagare la bolletta',
  cancelled: 'ha rinunciato a pagare la bolletta',
  partly_refunded: 'ha avuto un rimborso parziale per la bolletta',
  refunded: 'ha avuto il rimborso per la bolletta',
  disputed: 'ha contestato il pagamento della bolletta',
  reversed: 'risultava aver pagato la bolletta',
}
/**
 * The verb between name and number, for example “ha pagato la bolletta”. A payment that was received and later returned
 * did not fail.
 */
export const verbOf = ({ state, settled_at }: Payment) =>
  state === 'failed' && settled_at ? 'ha riavuto dalla banca quanto pagato per la bolletta' : verbs[state]

/** When, after what `verbOf` says: of money that was paid and came back later, when it was paid. */
export function whenOf(payment: Payment): string {
  const { state, method, settled_at, created_at } = payment
  const paid = dayLabel(method, settled_at ?? created_at)
  const cameBack = state === 'failed' || state === 'disputed' || /refunded$/.test(state)
  return settled_at && cameBack ? `, pagata ${paid}` : ` ${paid}`
}

/** What the state means for the office, if its word does not say it. */
export function explanation(payment: Payment): string | null {
  if (payment.state === 'failed') return payment.failure_reason
  if (payment.state === 'unknown')
    return 'Non sappiamo ancora se il pagamento è riuscito: lo chiediamo di nuovo noi finché arriva la risposta.'
  if (payment.state === 'processing' && payment.method === 'SEPA_DEBIT')
    return 'La banca esegue l’addebito in qualche giorno lavorativo: fino ad allora può risultare insoluto.'
  if (payment.state === 'requires_action')
    return 'Chi paga deve confermare con la sua banca. Se non lo fa, il pagamento si annulla da solo.'
  if (payment.state === 'reversed')
    return 'La registrazione è stornata: questo incasso non conta più e la sua ricevuta non vale.'
  return null
}
