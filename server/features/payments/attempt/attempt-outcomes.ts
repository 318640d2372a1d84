import { formatEuro } from '@saldo/domain/money'
import { declineSentence } from '@saldo/domain/payments/payment'
import { cardBrandLabels, cardBrandOf, paymentMethodLabels } from '@saldo/domain/payments/payment-method'
import { stopsMandate } from '@saldo/domain/sepa/debit'
import type Stripe from 'stripe'
import type { Tx } from '../../../db/connection.ts'
import { emit } from '../../../events.ts'
import { paymentResultUrl } from '../../../links/bill-link.ts'
import { queueEmail } from '../../../mail/queue-email.ts'
import type { Services } from '../../../services.ts'
import { recordBillEvents } from '../../../timeline/bill-event.ts'
import { recordPaymentEvent } from '../../../timeline/payment-event.ts'
import type { Part } from '../../bills/money/instalment-money.ts'
import { recordReturnedMoney } from '../../bills/money/returned-money.ts'
import { insertFirstAllocation } from '../allocate/allocate-payment.ts'
import { receiptNumber } from '../receipt/receipt-number.ts'
import * as sql from './apply-intent.sql.ts'
import { bookCollection } from './book-collection.ts'
import { eventOf, type LockedAttempt } from './locked-attempt.ts'

/** The money arrived at the provider: settles the instalments, books it, writes the receipt. */
export function afterSuccess(
  services: Services,
  tx: Tx,
  attempt: LockedAttempt,
  intent: Stripe.PaymentIntent,
): Promise<void> {
  const method = shownMethod(attempt, intent)
  return settleHeld(services, tx, attempt, {
    method,
    told: { paid_at: new Date().toISOString(), method },
    book: async () => {
      await bookCollection(services, tx, attempt, intent)
      if (attempt.method === 'SEPA_DEBIT') await sql.setMandate(tx, attempt, 'active', intent)
    },
  })
}

/**
 * The money of an open attempt arrived: its instalments are settled, `book` posts it, the payer gets the receipt.
 * `method`: how it was paid, inside a sentence; `told`: what the receipt's mail says of how and when.
 */
export async function settleHeld(
  services: Services,
  tx: Tx,
  attempt: LockedAttempt,
  {
    method,
    told,
    book,
  }: {
    method: string
    told: { paid_at: string; method: string } | { how: string }
    book: () => Promise<void>
  },
): Promise<void> {
  const actor = attempt.answered_by
  await sql.releaseInstalments(tx, attempt, true)
  await insertFirstAllocation(tx, attempt, { parts: attempt.parts, rule: attempt.rule, actor })
  await book()
  await emit(services, tx, 'payment_succeeded', { attempt })
  const paid = `${formatEuro(attempt.amount)} con ${method}`
  const who = { ...eventOf(attempt), actor }
  await recordPaymentEvent(tx, { ...who, kind: 'succeeded', text: `Pagamento riuscito: ${paid}` })
  await recordBillEvents(tx, attempt.parts, {
    customer_id: attempt.customer_id,
    kind: 'paid',
    text: `Pagati ${paid}`,
    actor,
  })
  await services.queue.enqueue(tx, 'tell-payer', {
    ...{ payment_id: attempt.payment_id, what: 'received', key: String(attempt.payment_id) },
  })
  if (!attempt.receipt_email) return
  await queueEmail(services, tx, {
    template: 'receipt',
    to: attempt.receipt_email,
    customer_id: attempt.customer_id,
    bill_id: attempt.bill_id,
    dedupe_key: `receipt:${attempt.payment_id}`,
    values: {
      amount: formatEuro(attempt.amount),
      receipt_number: (await receiptNumber(tx, attempt.payment_id)) ?? '',
      ...told,
      url: paymentResultUrl(services, attempt.payment_id),
    },
  })
  await recordPaymentEvent(tx, { ...who, kind: 'receipt', text: 'Ricevuta in uscita', actor: 'sistema' })
}

/** The payment was refused, or the bank returned a debit before it settled: the bill is due again. */
export async function afterFailure(services: Services, tx: Tx, attempt: LockedAttempt) {
  await sql.releaseInstalments(tx, attempt, false)
  const reason = declineSentence(attempt.failure_code)
  const who = { ...eventOf(attempt), actor: attempt.answered_by }
  await recordPaymentEvent(tx, { ...who, kind: 'failed', text: reason })
  if (attempt.state !== 'processing') {
    await emit(services, tx, 'payment_failed', { attempt, was_under_way: false })
    await recordBillEvents(tx, attempt.parts, {
      customer_id: attempt.customer_id,
      kind: 'payment_failed',
      text: `Pagamento non riuscito. ${reason}`,
      actor: 'provider',
    })
    return
  }
  await reopen(services, tx, attempt, attempt.parts, reason)
}

/** The payment was never confirmed: nobody was charged. */
export async function afterWithdrawal(services: Services, tx: Tx, attempt: LockedAttempt) {
  await sql.releaseInstalments(tx, attempt, false)
  await emit(services, tx, 'payment_withdrawn', { attempt })
  const who = { ...eventOf(attempt), actor: 'sistema' }
  await recordPaymentEvent(tx, { ...who, kind: 'cancelled', text: 'Tentativo annullato: nessun addebito' })
}

/** A settled debit was returned: `parts` is what it had paid. */
export async function reopenReturned(
  services: Services,
  tx: Tx,
  attempt: LockedAttempt,
  parts: readonly Part[],
) {
  const reason = declineSentence(attempt.failure_code)
  await recordPaymentEvent(tx, {
    ...eventOf(attempt),
    kind: 'returned',
    text: reason,
    actor: attempt.answered_by,
  })
  await reopen(services, tx, attempt, parts, reason)
}

async function reopen(
  services: Services,
  tx: Tx,
  attempt: LockedAttempt,
  parts: readonly Part[],
  reason: string,
) {
  await recordReturnedMoney(tx, parts, 'returned')
  await emit(services, tx, 'payment_failed', { attempt, was_under_way: true })
  if (stopsMandate(attempt.failure_code)) await sql.setMandate(tx, attempt, 'revoked', null)
  await recordBillEvents(tx, parts, {
    customer_id: attempt.customer_id,
    kind: 'returned',
    text: `Addebito insoluto. ${reason}`,
    actor: 'banca',
  })
}

function shownMethod(attempt: LockedAttempt, intent: Stripe.PaymentIntent): string {
  const details = sql.chargeOf(intent)?.payment_method_details
  if (details?.card) return `${cardBrandLabels[cardBrandOf(details.card.brand)]} •••• ${details.card.last4}`
  if (details?.sepa_debit) return `addebito su conto •••• ${details.sepa_debit.last4}`
  return paymentMethodLabels[attempt.method]
}
