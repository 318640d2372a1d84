import { formatEuro } from '@saldo/domain/money'
import { cardBrandLabels } from '@saldo/domain/payments/payment-method'
import type { Tx } from '../../db/connection.ts'
import { queueEmail } from '../../mail/queue-email.ts'
import type { Services } from '../../services.ts'
import { linkToPayer } from '../delegations/paid-by-delegate.ts'
import type { LockedPayment } from '../payments/allocate/lock-payment.ts'
import type { LockedRefund } from './refunds.sql.ts'

/** Mails the payer, once per refund, that money comes back, how, and how long it takes. */
export async function writeRefundMail(
  services: Services,
  tx: Tx,
  payment: LockedPayment,
  refund: LockedRefund,
): Promise<void> {
  const to = payment.receipt_email ?? (await emailOfSubject(tx, payment))
  if (!to) return
  await queueEmail(services, tx, {
    template: 'refund',
    to,
    customer_id: payment.customer_id,
    bill_id: payment.bill_id,
    dedupe_key: `refund:${refund.refund_id}`,
    values: {
      amount: formatEuro(refund.amount),
      where: where(payment, refund),
      ...(await linkToPayer(services, tx, payment.payment_id)),
    },
  })
}

function where({ method, brand, last4 }: LockedPayment, { way }: LockedRefund): string {
  if (way === 'credit') return 'Restano a tuo credito presso il condominio, per la prossima bolletta.'
  if (way === 'outside') return 'Te li restituisce lo studio.'
  const end = last4 ? ` che finisce con ${last4}` : ''
  if (method === 'SEPA_DEBIT') return `Arrivano sul conto${end} in qualche giorno lavorativo.`
  if (method === 'KLARNA') return 'Li trovi nel tuo conto Klarna in qualche giorno.'
  const card =
    brand && brand in cardBrandLabels ? ` ${cardBrandLabels[brand as keyof typeof cardBrandLabels]}` : ''
  return `Arrivano sulla carta${card}${end} in cinque o dieci giorni lavorativi.`
}

async function emailOfSubject(tx: Tx, { customer_id, subject_id }: LockedPayment): Promise<string | null> {
  const [subject] = await tx`
    select email from subjects where customer_id = ${customer_id} and subject_id = ${subject_id}`
  return subject?.email ?? null
}
