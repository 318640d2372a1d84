import { formatEuro } from '@saldo/domain/money'
import { declineSentence } from '@saldo/domain/payments/payment'
import { cardBrandLabels, paymentMethodLabels } from '@saldo/domain/payments/payment-method'
import type { DemoPayment } from './payments.ts'
import { nominativeOf } from './studios.ts'

export type TimelineEvent = { kind: string; text: string; actor: string; at: number }

/** `Visa •••• 4242`, as on receipts and timelines. */
export function shownMethod({ way, bill }: DemoPayment): string {
  const { card, bank_last4 } = bill.unit.holder
  if (way === 'CARD') return `${cardBrandLabels[card.brand]} •••• ${card.last4}`
  return way === 'SEPA_DEBIT' ? `addebito su conto •••• ${bank_last4}` : paymentMethodLabels[way]
}

/** The events of a payment's timeline and of its bill's, with the same texts as the real acts. */
export function timelineEvents(payment: DemoPayment): {
  of_payment: TimelineEvent[]
  of_bill: TimelineEvent[]
} {
  const { created, way } = payment
  if (way === 'BANK_TRANSFER') return transferred(payment)
  const of_payment = [{ kind: 'created', text: 'Tentativo creato', actor: 'pagatore', at: created }]
  const of_bill = [{ kind: 'payment_started', text: 'Pagamento avviato', actor: 'pagatore', at: created }]
  if (way === 'SEPA_DEBIT')
    of_payment.push({
      kind: 'processing',
      text: 'Addebito presentato alla banca',
      actor: 'provider',
      at: created + 3000,
    })
  if (payment.settled !== null) {
    const paid = `${formatEuro(payment.amount)} con ${shownMethod(payment)}`
    const arrived = { actor: 'provider', at: payment.settled }
    of_payment.push({ ...arrived, kind: 'succeeded', text: `Pagamento riuscito: ${paid}` })
    of_bill.push({ ...arrived, kind: 'paid', text: `Pagati ${paid}` })
  }
  const last = ending(payment)
  return { of_payment: [...of_payment, ...last.of_payment], of_bill: [...of_bill, ...last.of_bill] }
}

function transferred({ amount, created }: DemoPayment) {
  const arrived = { actor: 'banca', at: created }
  return {
    of_payment: [{ ...arrived, kind: 'succeeded', text: `Bonifico ricevuto: ${formatEuro(amount)}` }],
    of_bill: [{ ...arrived, kind: 'paid', text: `Pagati ${formatEuro(amount)} con bonifico` }],
  }
}

function ending(payment: DemoPayment): { of_payment: TimelineEvent[]; of_bill: TimelineEvent[] } {
  const { end, way, ended: at, failure_code } = payment
  const reason = declineSentence(failure_code)
  const unpaid = { kind: 'returned', text: `Addebito insoluto. ${reason}`, actor: 'banca', at }
  switch (end) {
    case 'succeeded':
      return { of_payment: [], of_bill: [] }
    case 'failed': {
      const refused = {
        kind: 'payment_failed',
        text: `Pagamento non riuscito. ${reason}`,
        actor: 'provider',
        at,
      }
      return {
        of_payment: [{ kind: 'failed', text: reason, actor: 'provider', at }],
        of_bill: [way === 'SEPA_DEBIT' ? unpaid : refused],
      }
    }
    case 'cancelled': {
      const text = 'Tentativo annullato: nessun addebito'
      return { of_payment: [{ kind: 'cancelled', text, actor: 'sistema', at }], of_bill: [] }
    }
    case 'returned':
      return { of_payment: [{ kind: 'returned', text: reason, actor: 'provider', at }], of_bill: [unpaid] }
    case 'disputed': {
      const text = 'Il pagamento è stato contestato presso la banca'
      const contested = [{ kind: 'disputed', text, actor: 'provider', at }]
      return { of_payment: contested, of_bill: contested }
    }
    case 'refunded': {
      const text = `Rimborsati ${formatEuro(payment.amount)} su ${shownMethod(payment)}`
      const given = [{ kind: 'refunded', text, actor: nominativeOf(payment.bill.studio), at }]
      return { of_payment: given, of_bill: given }
    }
  }
}
